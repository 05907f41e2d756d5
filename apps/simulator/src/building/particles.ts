import type { Conditions } from './conditions.ts';
import { balance } from './mass-balance.ts';
import { SUPPLY_FILTERS } from './profile.ts';
import type { Room, RoomState } from './room.ts';

/** Share of outdoor particles that enter through cracks. */
const PENETRATION = { fine: 0.85, medium: 0.7, coarse: 0.4 };
/** Deposition rate, per hour. */
const SETTLING = { fine: 0.1, medium: 0.25, coarse: 1.2 };
/** Smaller particles that people stir up, for each mg of the coarse ones. */
const STIRRED = { fine: 0.04, medium: 0.18, coarse: 1 };

/** Each size: gains by air, stirring up and emission; losses by air, deposition and filtering. */
export function stepParticles(room: Room, state: RoomState, conditions: Conditions): void {
  const { air, outside, emission, clean, hours } = conditions;
  const filter = SUPPLY_FILTERS[room.profile.air.filter];
  const stirred = (state.people * room.profile.person.dust_mg_h * 1000) / room.volume_m3;
  const after = (size: 'fine' | 'medium' | 'coarse'): number => {
    const supply = air.cracks * PENETRATION[size] + air.plant * (1 - filter[size]) + air.windows;
    const gain = supply * outside[size] + stirred * STIRRED[size] + emission[size];
    return balance(state[size], gain, air.total + SETTLING[size] + clean, hours);
  };
  state.fine = after('fine');
  state.medium = after('medium');
  state.coarse = after('coarse');
}
