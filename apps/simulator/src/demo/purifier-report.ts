import type { PurifierStateMessage } from '@airdeck/contract/protocol/message';
import type { PurifierState } from '../building/purifier.ts';
import type { DemoPurifier } from './site.ts';

const hhmm = (hour: number): string => `${String(hour).padStart(2, '0')}00`;

/** What the purifier reports of itself at `time`. */
export function purifierReport(unit: DemoPurifier, state: PurifierState, time: number): PurifierStateMessage {
  return {
    time,
    power: state.power ? 'ON' : 'OFF',
    control: unit.mode === 'AUTO' ? 'AUTO' : 'MANUAL',
    run: state.power ? 'WORK' : 'STOP',
    source: 'REMOTE',
    fan_speed: state.speed,
    uv: unit.uv && state.power,
    light: state.power,
    fans: Array.from({ length: unit.fans }, () => state.speed !== 'STOP'),
    reserved_start: unit.hours === null ? null : hhmm(unit.hours[0]),
    reserved_end: unit.hours === null ? null : hhmm(unit.hours[1]),
    filter_period_h: unit.filter_period_h,
    // The device counts in tens of hours.
    filter_use_h: [10 * Math.floor(state.filter_h / 10)],
  };
}
