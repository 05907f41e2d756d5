import { randomAt } from './random.ts';
import type { Room, RoomState } from './room.ts';
import { stepRoom } from './step-room.ts';

const SETTLE_MS = 24 * 3_600_000;
const SETTLE_STEP_MS = 10 * 60_000;

/** Used share of a filter's period at the start. */
const USED = { DUE: 0.905, NEGLECTED: 1.01 } as const;

/** The settled room at `time` (epoch ms): simulated through the day before in coarse steps. */
export function startRoom(room: Room, time: number): RoomState {
  const begin = time - SETTLE_MS;
  const { co2, hcho, fine, medium, coarse, moisture } = room.environment.outdoor(begin);
  const { heat, cool } = room.profile.climate;
  const state: RoomState = {
    time: begin,
    people: 0,
    co2,
    hcho,
    fine,
    medium,
    coarse,
    moisture,
    temperature: Math.min(cool, Math.max(heat, 22)),
    purifiers: room.purifiers.map((unit, i) => ({
      power: unit.hours === null,
      speed: 'STOP',
      changed: 0,
      filter_h: Math.floor((unit.filter ? USED[unit.filter] : randomAt(room.seed, 20 + i)) * unit.filter_period_h),
    })),
  };
  for (let at = begin + SETTLE_STEP_MS; at <= time; at += SETTLE_STEP_MS) stepRoom(room, state, at);
  return state;
}

/** A copy that later steps do not change. */
export function copyState(state: RoomState): RoomState {
  return { ...state, purifiers: state.purifiers.map((purifier) => ({ ...purifier })) };
}
