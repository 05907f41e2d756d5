import type { Control, Power } from '../purifier-state.ts';

/**
 * What controls a purifier now: Airdeck's auto mode, the automatic mode of the device itself, a timetable, a person, or
 * someone at the device. UNKNOWN while it does not report.
 */
export const CONTROLLERS = ['AUTO_MODE', 'DEVICE', 'TIMETABLE', 'PERSON', 'ON_SITE', 'UNKNOWN'] as const;
export type Controller = (typeof CONTROLLERS)[number];

/** The facts that decide it. */
export interface ControlFacts {
  /** The last report; null while the purifier is silent or has never reported. */
  readonly state: { readonly power: Power; readonly control: Control; readonly source: string | null } | null;
  /** Airdeck's auto mode of this purifier; null: not in use. */
  readonly auto: 'RUNNING' | 'OVERRIDDEN' | null;
  /** Who gave the order that overrides auto mode or that the purifier still follows; null: not known. */
  readonly orderedBy: 'PERSON' | 'TIMETABLE' | null;
}

/**
 * What controls a purifier now. An automatic mode that runs comes before the order that started it, because it decides
 * the fan speed; a purifier that is off follows the order that switched it off, because auto mode switches none on.
 */
export const controlledBy = ({ state, auto, orderedBy }: ControlFacts): Controller => {
  if (state === null) return 'UNKNOWN';
  if (state.source === 'LOCAL') return 'ON_SITE';
  if (auto === 'OVERRIDDEN') return orderedBy ?? 'PERSON';
  if (state.power === 'OFF' && orderedBy !== null) return orderedBy;
  if (auto === 'RUNNING') return 'AUTO_MODE';
  if (state.control === 'AUTO') return 'DEVICE';
  // A device in manual mode was set by a person, even if Airdeck has no record of it.
  return orderedBy ?? 'PERSON';
};
