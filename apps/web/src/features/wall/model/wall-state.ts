import type { Wall, WallEvent, WallPlace, WallPlan, WallRoom } from '@airdeck/contract/wall-display/wall';

export interface WallState {
  /** null: nothing was received yet. */
  wall: Wall | null;
  /** How much the server's clock is ahead of this computer's, which may be wrong; ms. */
  clockAhead: number;
  connection: 'connecting' | 'open' | 'lost';
  /** When the connection broke, by the server's clock; null while it is open. */
  lostSince: number | null;
  isEnded: boolean;
}

export const NOTHING_YET: WallState = {
  wall: null,
  clockAhead: 0,
  connection: 'connecting',
  lostSince: null,
  isEnded: false,
};

const withChanged = <T extends { id: number }>(all: readonly T[], changed: readonly T[]): T[] => {
  const byId = new Map(changed.map((item) => [item.id, item]));
  return all.map((item) => byId.get(item.id) ?? item);
};

/** State after a message of the server. `now` is this computer's clock. */
export function afterEvent(state: WallState, event: WallEvent, now: number): WallState {
  switch (event.type) {
    case 'ended':
      return { ...state, isEnded: true };
    case 'wall':
      return { ...state, wall: event.wall, clockAhead: Date.parse(event.wall.time) - now };
    case 'places': {
      const { wall: old } = state;
      const wall = old && {
        ...{ ...old, time: event.time },
        ...{ places: withChanged(old.places, event.places), plans: withChanged(old.plans, event.plans) },
      };
      return { ...state, wall, clockAhead: Date.parse(event.time) - now };
    }
  }
}

/** State after the connection opened or closed. */
export function afterConnection(state: WallState, connection: WallState['connection'], now: number): WallState {
  const lostSince = connection === 'open' ? null : (state.lostSince ?? now + state.clockAhead);
  return { ...state, connection, lostSince };
}

/** After this time without a connection the shown values are no longer current. */
const PATIENCE_MS = 15_000;

/** Since when nothing on the wall is current; null: it is. `now` is the server's clock. */
export const oldSince = ({ wall, lostSince }: WallState, now: number): number | null =>
  wall !== null && lostSince !== null && now - lostSince >= PATIENCE_MS ? Date.parse(wall.time) : null;

/** The slide `step` further; wraps around, also after a change of the count. */
export const slideAt = (slide: number, step: number, count: number): number =>
  count === 0 ? 0 : (((slide + step) % count) + count) % count;

/** Rooms on one page, which can be read from afar. */
export const ROOMS_A_PAGE = 6;

/** A page of a place with some of its rooms, or of a floor plan. */
export type WallPage = {
  key: string;
  name: string;
  /** Number of the page among those of its place, from 1, and how many these are. */
  number: number;
  of: number;
} & ({ place: WallPlace; rooms: readonly WallRoom[] } | { plan: WallPlan });

/** Every room of every place, in pages, and then the floor plans. */
export const wallPages = ({ places, plans }: Pick<Wall, 'places' | 'plans'>): WallPage[] => [
  ...places.flatMap((place) => {
    const of = Math.max(1, Math.ceil(place.rooms.length / ROOMS_A_PAGE));
    return Array.from({ length: of }, (_, i) => ({
      ...{ key: `place ${place.id} ${i + 1}`, name: place.name, number: i + 1, of, place },
      rooms: place.rooms.slice(i * ROOMS_A_PAGE, (i + 1) * ROOMS_A_PAGE),
    }));
  }),
  ...plans.map((plan) => ({ key: `plan ${plan.id}`, name: `${plan.office} · ${plan.name}`, number: 1, of: 1, plan })),
];
