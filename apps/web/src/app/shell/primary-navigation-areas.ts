import type { Role } from '@airdeck/domain/role';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { z } from 'zod';
import { sessionStore } from '../../lib/session/session-store.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { parseSearch, stringifySearch } from '../../lib/url/search-text.ts';
import { homeAddress } from '../guard.ts';
import { MENU_ROUTES } from '../menu/menu-routes.ts';

/** The areas of the console, in the order of the bar. The menu has every screen. */
export const AREAS = ['monitoring', 'history', 'alarms', 'purifiers', 'administration'] as const;
export type Area = (typeof AREAS)[number];

/** The beginnings of addresses, the more exact ones first. */
const BEGINNINGS: readonly (readonly [path: string, area: Area])[] = [
  ['/monitoring', 'monitoring'],
  ['/current/error', 'alarms'],
  ['/current/current/currentair', 'purifiers'],
  ['/current/control', 'purifiers'],
  ['/management/control', 'purifiers'],
  ['/current', 'history'],
  ['/management', 'administration'],
];

/** The area of an address; null outside of every area. */
export const areaOf = (path: string): Area | null =>
  BEGINNINGS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1] ?? null;

/** The first screen of a area for a role, in the menu's order; null where the role may see none. */
function firstScreen(area: Area, role: Role): string | null {
  if (area === 'monitoring') return homeAddress();
  return MENU_ROUTES.find(({ path, deny }) => areaOf(path) === area && !deny.includes(role))?.path ?? null;
}

export interface AreaLink {
  area: Area;
  path: string;
  search: Record<string, string | string[]>;
  isHere: boolean;
}

const MAX_ADDRESS_LENGTH = 2_000;
const address = z.object({ path: z.string().startsWith('/').max(MAX_ADDRESS_LENGTH), search: z.string() });
type Address = z.infer<typeof address>;
const visits = z.object({ user: z.number(), last: z.partialRecord(z.enum(AREAS), address) });
type Visits = z.infer<typeof visits>;

/** The areas that a role may open: each leads to its last address, the present one to its first screen. */
export function areaLinks(role: Role, here: string, last: Visits['last']): AreaLink[] {
  const present = areaOf(here);
  return AREAS.flatMap((area) => {
    const first = firstScreen(area, role);
    if (first === null) return [];
    const isHere = area === present;
    const visited = isHere ? undefined : last[area];
    return [{ area, path: visited?.path ?? first, search: parseSearch(visited?.search ?? ''), isHere }];
  });
}

const KEY = 'ways';

/** Of this tab. A reload keeps them; another user begins without. */
function readVisits(): Visits | null {
  try {
    return visits.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data ?? null;
  } catch {
    return null;
  }
}

const visitsStore = createStore(readVisits());

/** Opens with today's alarms, except from the badge. */
const LIVE_ERROR = '/current/error/liveerror';

/** What of an address is worth coming back to. */
function memorable(path: string, search: string): Address {
  if (path !== LIVE_ERROR) return { path, search };
  const { startTime: _, ...kept } = parseSearch(search);
  return { path, search: stringifySearch(kept) };
}

function remember(path: string, search: string): void {
  const area = areaOf(path);
  const user = sessionStore.get()?.user.id;
  if (area === null || user === undefined || path.length + search.length > MAX_ADDRESS_LENGTH) return;
  const known = visitsStore.get();
  const next: Visits = { user, last: { ...(known?.user === user ? known.last : {}), [area]: memorable(path, search) } };
  visitsStore.set(next);
  sessionStorage.setItem(KEY, JSON.stringify(next));
}

/** Logging out clears the remembered addresses. */
function forgetAfterLogout(): void {
  if (sessionStore.get() !== null) return;
  visitsStore.set(null);
  sessionStorage.removeItem(KEY);
}

/** The areas of the signed-in user. Remembers the last address of each. */
export function useAreaLinks(): AreaLink[] {
  const session = useStore(sessionStore);
  const known = useStore(visitsStore);
  // The resolved address: one that is still loading may be refused.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  const search = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).searchStr,
  });
  useEffect(() => remember(path, search), [path, search]);
  useEffect(() => sessionStore.subscribe(forgetAfterLogout), []);
  if (session === null) return [];
  return areaLinks(session.user.authority, path, known?.user === session.user.id ? known.last : {});
}
