import type { Particles } from './outdoor.ts';
import type { DailySource } from './source.ts';
import type { Timetable } from './timetable.ts';

/** Share of outdoor particles that the supply air filter removes. */
export const SUPPLY_FILTERS = {
  none: { fine: 0, medium: 0, coarse: 0 },
  coarse: { fine: 0.15, medium: 0.4, coarse: 0.8 },
  fine: { fine: 0.55, medium: 0.8, coarse: 0.95 },
  hepa: { fine: 0.995, medium: 0.999, coarse: 1 },
} as const satisfies Record<string, Particles>;

/** Common properties of rooms of one kind. */
export interface RoomProfile {
  readonly timetable: Timetable;
  readonly person: {
    /** Exhaled carbon dioxide, litres a second: about 0.004 for a seated child, 0.005 for an adult, 0.015 in sport. */
    readonly co2_l_s: number;
    /** Particles of 2.5 to 10 µm stirred up, mg/h; smaller ones follow in proportion. */
    readonly dust_mg_h: number;
  };
  /** Air changes per hour. */
  readonly air: {
    /** Through cracks, always. */
    readonly infiltration: number;
    /** From the plant, while it runs and while it is off. */
    readonly plant: number;
    readonly plantOff: number;
    /** Through open windows. */
    readonly windows: number;
    readonly filter: keyof typeof SUPPLY_FILTERS;
  };
  /** Hours of the local day in which the plant runs, on days with people. */
  readonly plantHours: readonly [on: number, off: number];
  /** Set points of the plant: °C for heating and for cooling, % for humidifying (0 = none). */
  readonly climate: { readonly heat: number; readonly cool: number; readonly humidify: number };
  /** Formaldehyde from furniture and walls at 23 °C and 50 %, mg/h from each m³ of room. */
  readonly hcho: number;
  readonly sources: readonly DailySource[];
}

export const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6] as const;
export const WEEKDAYS = [1, 2, 3, 4, 5] as const;
