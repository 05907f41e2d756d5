import type { OutdoorAir } from './outdoor.ts';
import type { RoomProfile } from './profile.ts';
import type { PurifierUnit } from './purifier.ts';
import { createEnvironment, createRoom, type Room } from './room.ts';

/** A Wednesday noon in Seoul. */
export const NOON = Date.parse('2026-04-15T12:00:00+09:00');

const PROFILE: RoomProfile = {
  timetable: { weekday: [[0, 24, 1]], saturday: [[0, 24, 1]], sunday: [] },
  person: { co2_l_s: 0.005, dust_mg_h: 0.5 },
  air: { infiltration: 1, plant: 0, plantOff: 0, windows: 0, filter: 'none' },
  plantHours: [0, 0],
  climate: { heat: 20, cool: 25, humidify: 0 },
  hcho: 0.01,
  sources: [],
};

/** Constant outdoor air, so that rooms reach equilibrium. */
const STILL_AIR: OutdoorAir = { fine: 20, medium: 10, coarse: 30, co2: 420, hcho: 0.004, temperature: 15, moisture: 6 };

/** A plain room in still air for tests: one air change an hour, no people, no plant. */
export function testRoom(
  changes: { profile?: Partial<RoomProfile>; people?: number; purifiers?: PurifierUnit[]; seed?: number } = {},
): Room {
  const environment = { ...createEnvironment(changes.seed ?? 7, 'Asia/Seoul'), outdoor: () => STILL_AIR };
  return createRoom(environment, 'test', {
    profile: { ...PROFILE, ...changes.profile },
    volume_m3: 200,
    people: changes.people ?? 0,
    purifiers: changes.purifiers ?? [],
  });
}
