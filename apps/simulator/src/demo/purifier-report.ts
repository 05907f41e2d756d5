import type { PurifierStateMessage } from '@airdeck/contract/protocol/message';
import type { Command } from '@airdeck/domain/control/command';
import { CONTROL_SOURCES, FAN_DIRECTIONS } from '@airdeck/domain/purifier-state';
import { controlOf, type PurifierState, timerOf } from '../building/purifier.ts';
import type { DemoPurifier } from './site.ts';

const MINUTE_MS = 60_000;

/** Commands of the demo's purifiers; those with UV support that too. */
const COMMANDS = [
  'POWER',
  'WORK',
  'REMOTE',
  'FAN_SPEED',
  'FAN_DIRECTION',
  'LIGHT',
  'OPERATING_TIME',
  'FILTER_PERIOD',
  'FILTER_1_USE',
  'START_TIME',
  'END_TIME',
] as const satisfies readonly Command[];

const hhmm = (minute: number | null): string | null =>
  minute === null ? null : `${String(Math.floor(minute / 60)).padStart(2, '0')}${String(minute % 60).padStart(2, '0')}`;

const oneOf = <T extends string>(words: readonly T[], word: string | undefined, otherwise: T): T =>
  words.find((each) => each === word) ?? otherwise;

/** The purifier's report at `time`; `open`: its cover is off. */
export function purifierReport(
  unit: DemoPurifier,
  state: PurifierState,
  { time, isOpen }: { time: number; isOpen: boolean },
): PurifierStateMessage {
  const { told } = state;
  const besides = told?.besides ?? {};
  const [start, end] = timerOf(unit, state);
  const offAt = told?.offAt ?? null;
  const works = state.power && !told?.isStopped;
  return {
    time,
    power: state.power ? 'ON' : 'OFF',
    control: controlOf(unit, state),
    run: works ? (isOpen ? 'TROUBLE' : 'WORK') : 'STOP',
    source: oneOf(CONTROL_SOURCES, besides.REMOTE, 'REMOTE'),
    fan_speed: state.speed,
    fan_direction: oneOf(FAN_DIRECTIONS, besides.FAN_DIRECTION, 'CENTER'),
    ...(unit.uv && { uv: besides.UV !== 'OFF' && state.power }),
    light: besides.LIGHT === undefined ? state.power : besides.LIGHT === 'ON',
    fans: Array.from({ length: unit.fans }, () => state.speed !== 'STOP'),
    operating_time_min: offAt === null ? 0 : Math.max(0, Math.ceil((offAt - time) / MINUTE_MS)),
    reserved_start: hhmm(start),
    reserved_end: hhmm(end),
    filter_period_h: told?.filter_period_h ?? unit.filter_period_h,
    // The device counts in tens of hours.
    filter_use_h: [10 * Math.floor(state.filter_h / 10)],
    commands: unit.uv ? [...COMMANDS, 'UV'] : [...COMMANDS],
  };
}
