import type { FanSpeed } from '@airdeck/domain/purifier-state';
import { field, numberOf, stringOf } from '../body.ts';
import type { CommandTable } from '../command-table.ts';
import { levelOf, speedOf } from '../levels.ts';
import type { Json, JsonObject, PurifierReport } from '../types.ts';
import { type Feature, featuresOf, SETTABLE } from './features.ts';

/** The properties by which a fan is read and set. */
export interface Fan {
  readonly state?: Feature | undefined;
  readonly mode?: Feature | undefined;
  readonly speed?: Feature | undefined;
  readonly isStarkvind: boolean;
}

/** IKEA's purifier before it has described itself: no other device has these properties together. */
export const isStarkvind = (state: JsonObject): boolean =>
  ['fan_mode', 'fan_state', 'filter_age', 'replace_filter'].every((key) => Object.hasOwn(state, key));
const STARKVIND_MODELS = /^E200[67]$/;
const STARKVIND_FILTER_H = 259_200 / 60;
export const STARKVIND = featuresOf([
  {
    type: 'fan',
    features: [
      { type: 'binary', name: 'state', property: 'fan_state', value_on: 'ON', value_off: 'OFF', access: 7 },
      { type: 'enum', name: 'mode', property: 'fan_mode', values: ['off', 'auto', ...'123456789'], access: 7 },
    ],
  },
  { type: 'numeric', name: 'fan_speed', property: 'fan_speed', value_min: 0, value_max: 9, access: 5 },
  { type: 'numeric', name: 'filter_age', property: 'filter_age', unit: 'minutes', access: 5 },
]);

export const fanOf = (features: readonly Feature[], model: string | null): Fan | null => {
  const named = (name: string, property: RegExp) =>
    features.find(({ group, name: each }) => group === 'fan' && each === name) ??
    features.find((feature) => property.test(feature.property));
  const mode = named('mode', /^fan_mode$/);
  const speed = named('speed', /^fan_(speed|percent|percentage)$/);
  // A relay in front of a fan has a state alone.
  const isFan = mode !== undefined || speed !== undefined;
  const state =
    named('state', /^fan_state$/) ?? features.find(({ group, name }) => group === 'switch' && name === 'state');
  return isFan || state ? { state, mode, speed, isStarkvind: STARKVIND_MODELS.test(model ?? '') } : null;
};

const AUTO = /^(auto|smart|automatic)$/i;
const WORDS: readonly (readonly [pattern: RegExp, speed: FanSpeed])[] = [
  [/^off$/i, 'STOP'],
  [/^low$/i, 'WEAK'],
  [/^(medium|middle|mid)$/i, 'MEDIUM'],
  [/^high$/i, 'STRONG'],
];
const speedOfWord = (word: string): FanSpeed | null => WORDS.find(([pattern]) => pattern.test(word))?.[1] ?? null;

/** The highest level; 0: it has none. */
const topOf = ({ max, values }: Feature): number =>
  max ?? Math.max(0, ...values.map(numberOf).filter((level) => level !== null));

/** The speed of a level or a word, as the feature defines them. */
const readSpeed = (feature: Feature | undefined, json: Json | undefined): FanSpeed | null => {
  if (feature === undefined) return null;
  const level = numberOf(json);
  const max = topOf(feature);
  if (level !== null) return max > 0 && level >= 0 && level <= max ? speedOf(level, max) : null;
  return speedOfWord(stringOf(json) ?? '');
};

export const purifierOf = (state: JsonObject, fan: Fan, features: readonly Feature[]): PurifierReport | undefined => {
  const mode = fan.mode && field(state, fan.mode.property);
  const word = stringOf(mode);
  const switched = fan.state && field(state, fan.state.property);
  const isOn = switched !== undefined && switched === (fan.state?.on ?? 'ON');
  const isOff = mode === 'off' || (switched !== undefined && switched === (fan.state?.off ?? 'OFF'));
  if (!isOn && !isOff && word === null) return undefined;
  const speed = readSpeed(fan.speed, fan.speed && field(state, fan.speed.property)) ?? readSpeed(fan.mode, mode);
  const control = word === null || isOff ? {} : ({ control: AUTO.test(word) ? 'AUTO' : 'MANUAL' } as const);
  const age = numberOf(field(state, 'filter_age'));
  const unit = features.find(({ property }) => property === 'filter_age')?.unit ?? '';
  const hours = age === null || age < 0 ? null : /^min/i.test(unit) ? age / 60 : /^h(ours?)?$/i.test(unit) ? age : null;
  return {
    power: isOff ? 'OFF' : 'ON',
    ...control,
    ...(speed === null ? {} : { fan_speed: isOff ? 'STOP' : speed }),
    ...(fan.isStarkvind ? { filter_period_h: STARKVIND_FILTER_H } : {}),
    ...(hours === null ? {} : { filter_use_h: [Math.round(hours * 10) / 10] }),
  };
};

const settable = (feature: Feature | undefined): Feature | null =>
  feature !== undefined && (feature.access & SETTABLE) !== 0 ? feature : null;

/** The message for each speed, by level or by word. */
const speedTable = (fan: Fan): Record<string, JsonObject> => {
  const table: Record<string, JsonObject> = {};
  const mode = settable(fan.mode);
  const speed = settable(fan.speed);
  const add = (feature: Feature, name: FanSpeed) => {
    const { property, kind, values } = feature;
    const top = topOf(feature);
    const level = levelOf(name, top);
    const value =
      kind === 'numeric' && top > 0
        ? level
        : (values.find((each) => top > 0 && numberOf(each) === level) ??
          values.find((each) => speedOfWord(each) === name && name !== 'STOP'));
    if (value !== undefined && !Object.hasOwn(table, name)) table[name] = { [property]: value };
  };
  const state = settable(fan.state);
  if (state !== null) table.STOP = { [state.property]: state.off ?? 'OFF' };
  else if (mode?.values.includes('off') === true) table.STOP = { [mode.property]: 'off' };
  for (const name of ['WEAK', 'MEDIUM', 'STRONG'] as const) {
    for (const feature of [mode, speed]) if (feature !== null) add(feature, name);
  }
  return Object.keys(table).length > 1 ? table : {};
};

/** Lights of a purifier's panel. */
const LIGHT = /^(led_enable|led_indication|led|light|panel_light|display|backlight|indicator_light)$/;

export const commandsOf = (features: readonly Feature[], model: string | null): CommandTable<JsonObject> => {
  const fan = fanOf(features, model);
  if (fan === null) return {};
  const state = settable(fan.state);
  const mode = settable(fan.mode);
  const auto = mode?.values.find((each) => AUTO.test(each));
  const speeds = speedTable(fan);
  const light = settable(features.find(({ property, kind }) => LIGHT.test(property) && kind === 'binary'));
  const onOff = (feature: Feature) => ({
    ON: { [feature.property]: feature.on ?? 'ON' },
    OFF: { [feature.property]: feature.off ?? 'OFF' },
  });
  const byMode = mode !== null && auto !== undefined && mode.values.includes('off');
  return {
    POWER: state ? onOff(state) : byMode ? { ON: { [mode.property]: auto }, OFF: { [mode.property]: 'off' } } : {},
    WORK:
      mode === null || auto === undefined
        ? {}
        : {
            AUTO: { [mode.property]: auto },
            // Leaving automatic mode means choosing a speed.
            ...(speeds.MEDIUM === undefined ? {} : { MANUAL: speeds.MEDIUM }),
          },
    FAN_SPEED: speeds,
    LIGHT: light ? onOff(light) : {},
  };
};
