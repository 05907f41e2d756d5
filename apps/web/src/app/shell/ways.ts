import type { Role } from '@airdeck/domain/role';
import { useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { z } from 'zod';
import { sessionStore } from '../../lib/session/session-store.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { parseSearch, stringifySearch } from '../../lib/url/search-text.ts';
import { HOME } from '../guard.ts';
import { MENU_ROUTES } from '../menu/menu-routes.ts';

/** What people come for, in the order of the bar. The menu has all of it, screen by screen. */
export const WAYS = ['monitoring', 'history', 'alarms', 'purifiers', 'administration'] as const;
export type Way = (typeof WAYS)[number];

/** The beginnings of addresses, the more exact ones first. */
const BEGINNINGS: readonly (readonly [path: string, way: Way])[] = [
  ['/monitoring', 'monitoring'],
  ['/current/error', 'alarms'],
  ['/current/current/currentair', 'purifiers'],
  ['/current/control', 'purifiers'],
  ['/management/control', 'purifiers'],
  ['/current', 'history'],
  ['/management', 'administration'],
];

/** The way that an address belongs to; null for addresses of none. */
export const wayOf = (path: string): Way | null =>
  BEGINNINGS.find(([beginning]) => path === beginning || path.startsWith(`${beginning}/`))?.[1] ?? null;

/** The first screen of a way for a role, in the menu's order; null where the role may see none. */
function firstScreen(way: Way, role: Role): string | null {
  if (way === 'monitoring') return HOME;
  return MENU_ROUTES.find(({ path, deny }) => wayOf(path) === way && !deny.includes(role))?.path ?? null;
}

export interface WayLink {
  way: Way;
  path: string;
  search: Record<string, string | string[]>;
  isHere: boolean;
}

const MAX_ADDRESS_LENGTH = 2_000;
const address = z.object({ path: z.string().startsWith('/').max(MAX_ADDRESS_LENGTH), search: z.string() });
type Address = z.infer<typeof address>;
const visits = z.object({ user: z.number(), last: z.partialRecord(z.enum(WAYS), address) });
type Visits = z.infer<typeof visits>;

/** The ways that a role may go: each to what was last looked at there, the present one to its first screen. */
export function wayLinks(role: Role, here: string, last: Visits['last']): WayLink[] {
  const present = wayOf(here);
  return WAYS.flatMap((way) => {
    const first = firstScreen(way, role);
    if (first === null) return [];
    const isHere = way === present;
    const visited = isHere ? undefined : last[way];
    return [{ way, path: visited?.path ?? first, search: parseSearch(visited?.search ?? ''), isHere }];
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

/** Where it begins again at today, unless somebody comes by the badge. */
const LIVE_ERROR = '/current/error/liveerror';

/** What of an address is worth coming back to. */
function memorable(path: string, search: string): Address {
  if (path !== LIVE_ERROR) return { path, search };
  const { startTime: _, ...kept } = parseSearch(search);
  return { path, search: stringifySearch(kept) };
}

function remember(path: string, search: string): void {
  const way = wayOf(path);
  const user = sessionStore.get()?.user.id;
  if (way === null || user === undefined || path.length + search.length > MAX_ADDRESS_LENGTH) return;
  const known = visitsStore.get();
  const next: Visits = { user, last: { ...(known?.user === user ? known.last : {}), [way]: memorable(path, search) } };
  visitsStore.set(next);
  sessionStorage.setItem(KEY, JSON.stringify(next));
}

/** Logging out forgets where one was. */
function forgetAfterLogout(): void {
  if (sessionStore.get() !== null) return;
  visitsStore.set(null);
  sessionStorage.removeItem(KEY);
}

/** The ways of whoever is logged in, from where they are. It remembers where they were. */
export function useWays(): WayLink[] {
  const session = useStore(sessionStore);
  const known = useStore(visitsStore);
  // Not while an address is only on its way: it may turn its visitor away.
  const path = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).pathname });
  const search = useRouterState({
    select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).searchStr,
  });
  useEffect(() => remember(path, search), [path, search]);
  useEffect(() => sessionStore.subscribe(forgetAfterLogout), []);
  if (session === null) return [];
  return wayLinks(session.user.authority, path, known?.user === session.user.id ? known.last : {});
}
