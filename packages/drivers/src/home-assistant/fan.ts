import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { numberOf, stringOf } from '../body.ts';
import type { CommandTable } from '../command-table.ts';
import { levelOf, speedOf } from '../levels.ts';
import { applyTemplate, parseTemplate, renderCommand } from '../template.ts';
import type { Body, Downlink, Json, JsonObject, PurifierReport } from '../types.ts';
import { isTopic } from './config.ts';

/** Parts of a fan that work without each other, with their topics and templates. */
const PARTS = {
  state: ['state_topic', 'state_value_template', 'command_topic', 'command_template', 'payload_on', 'payload_off'],
  percentage: [
    ...[
      'percentage_state_topic',
      'percentage_value_template',
      'percentage_command_topic',
      'percentage_command_template',
    ],
    ...['speed_range_min', 'speed_range_max'],
  ],
  preset: [
    ...['preset_mode_state_topic', 'preset_mode_value_template', 'preset_mode_command_topic'],
    ...['preset_mode_command_template', 'preset_modes'],
  ],
} as const;

export const unsupported = (name: string): string => `${name}: this template is not supported`;

/** Facts of a fan; parts with a template of another form are left out. */
export const fanOfConfig = (config: JsonObject, name: string, warnings: string[]): JsonObject =>
  Object.fromEntries(
    Object.values(PARTS).flatMap((keys) => {
      const part = keys.flatMap((key) => (config[key] === undefined ? [] : [[key, config[key]] as const]));
      const broken = part.some(([key, value]) => {
        if (!key.endsWith('template')) return false;
        const text = stringOf(value);
        if (!key.endsWith('command_template')) return parseTemplate(text) === null;
        return parseTemplate(text) === null && renderCommand(text, '1') === null;
      });
      if (broken) warnings.push(unsupported(name));
      return broken ? [] : part.filter(([key, value]) => !key.endsWith('topic') || isTopic(stringOf(value)));
    }),
  );

const AUTO = /^(auto|smart|automatic)$/i;
const presetsOf = ({ preset_modes: modes }: JsonObject): string[] =>
  (Array.isArray(modes) ? modes : []).flatMap((mode: Json) => stringOf(mode) ?? []);
const rangeOf = (fan: JsonObject): readonly [min: number, levels: number] => {
  const min = numberOf(fan.speed_range_min) ?? 1;
  return [min, Math.max(1, (numberOf(fan.speed_range_max) ?? 100) - min + 1)];
};

/** The fan as its parts last told it. */
export const reportOf = (fan: JsonObject, { power, percentage, preset }: JsonObject): PurifierReport | undefined => {
  const [min, levels] = rangeOf(fan);
  const value = numberOf(percentage);
  const level = value === null ? null : value === 0 ? 0 : value - min + 1;
  const hasPower = power === 'ON' || power === 'OFF';
  if (!hasPower && level === null) return undefined;
  const isOn = hasPower ? power === 'ON' : level !== 0;
  const isLevel = level !== null && level >= 0 && level <= levels;
  const mode = stringOf(preset);
  const control = mode !== null && AUTO.test(mode) ? 'AUTO' : 'MANUAL';
  return {
    power: isOn ? 'ON' : 'OFF',
    ...(isOn && preset !== undefined && presetsOf(fan).some((each) => AUTO.test(each)) ? { control } : {}),
    ...(isLevel && (isOn || level === 0) ? { fan_speed: speedOf(level, levels) } : {}),
  };
};

const readTemplate = (fan: JsonObject, key: string, body: Body): Json => {
  const template = parseTemplate(stringOf(fan[key]));
  return template === null ? null : applyTemplate(template, body);
};

/** Whether the parts of the fan's state come on different topics. */
export const isSplit = (fan: JsonObject): boolean =>
  new Set(Object.keys(fan).flatMap((key) => (key.endsWith('state_topic') ? [fan[key]] : []))).size > 1;

/** The parts of the fan's state that a message of this topic tells. */
export const fanState = (topic: string, body: Body, fan: JsonObject): JsonObject => {
  const state: Record<string, Json> = {};
  if (fan.state_topic === topic) {
    const value = readTemplate(fan, 'state_value_template', body);
    if (value === (fan.payload_on ?? 'ON')) state.power = 'ON';
    if (value === (fan.payload_off ?? 'OFF')) state.power = 'OFF';
  }
  if (fan.percentage_state_topic === topic) {
    state.percentage = numberOf(readTemplate(fan, 'percentage_value_template', body) ?? undefined);
  }
  if (fan.preset_mode_state_topic === topic) {
    const preset = stringOf(readTemplate(fan, 'preset_mode_value_template', body) ?? undefined);
    state.preset = preset !== null && presetsOf(fan).includes(preset) ? preset : null;
  }
  return state;
};

/** The message for a value on one of the fan's command topics; null: it has none, or no template for this value. */
const downlinkOf = (fan: JsonObject, part: string, value: string): Downlink | null => {
  const topic = stringOf(fan[`${part}command_topic`]);
  const payload = renderCommand(stringOf(fan[`${part}command_template`]), value);
  return topic === null || payload === null || payload === '' ? null : { topic, payload };
};

const onlySent = (actions: Readonly<Record<string, Downlink | null>>): Record<string, Downlink> =>
  Object.fromEntries(Object.entries(actions).flatMap(([name, sent]) => (sent === null ? [] : [[name, sent]])));

export const fanCommands = (fan: JsonObject): CommandTable<Downlink> => {
  const [min, levels] = rangeOf(fan);
  const speed = (name: FanSpeed) => downlinkOf(fan, 'percentage_', String(levelOf(name, levels) + min - 1));
  const auto = presetsOf(fan).find((preset) => AUTO.test(preset));
  const on = downlinkOf(fan, '', stringOf(fan.payload_on) ?? 'ON');
  const off = downlinkOf(fan, '', stringOf(fan.payload_off) ?? 'OFF');
  const running = onlySent({ WEAK: speed('WEAK'), MEDIUM: speed('MEDIUM'), STRONG: speed('STRONG') });
  const hasSpeeds = Object.keys(running).length > 0;
  return {
    POWER: onlySent({ ON: on, OFF: off }),
    WORK: onlySent({
      AUTO: auto === undefined ? null : downlinkOf(fan, 'preset_mode_', auto),
      // Leaving a preset means choosing a speed.
      MANUAL: auto === undefined ? null : (running.MEDIUM ?? null),
    }),
    FAN_SPEED: hasSpeeds ? { ...onlySent({ STOP: off }), ...running } : {},
  };
};
