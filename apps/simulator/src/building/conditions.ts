import type { OutdoorAir } from './outdoor.ts';
import type { Emission } from './source.ts';
import type { Ventilation } from './ventilation.ts';

/** Influences on a room during one step. */
export interface Conditions {
  readonly hours: number;
  readonly outside: Readonly<OutdoorAir>;
  readonly plantOn: boolean;
  readonly air: Ventilation;
  readonly emission: Readonly<Emission>;
  /** Clean air from purifiers, room volumes per hour. */
  readonly clean: number;
}
