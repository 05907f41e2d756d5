// @vitest-environment jsdom
import { ROLES, type Role } from '@airdeck/domain/role';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { addressOf, deniedAt, OPEN_ROUTES, SCREEN_ADDRESSES } from '../testing/every-route.ts';
import { sampleSession } from '../testing/sample-user.ts';
import { createConsoleRouter } from './router.tsx';

const homeOf = (role: Role) => (role.startsWith('LOCAL_') ? '/monitoring/grade/2' : '/monitoring/agency');
const enter = (authority: Role) => beginSession(sampleSession({ authority }));

/** The final address of a visit, and the route that shows it. */
async function visit(address: string): Promise<{ at: string; route: string }> {
  const router = createConsoleRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  return { at: router.state.location.href, route: router.state.matches.at(-1)?.routeId ?? '' };
}

const ID = 3;
const EVERY = SCREEN_ADDRESSES.flatMap((route) =>
  route.includes('{-$id}') ? [addressOf(route), addressOf(route, ID)] : [addressOf(route, ID)],
);

beforeEach(() => {
  // jsdom has no scrolling, and the router scrolls to the top.
  vi.stubGlobal('scrollTo', () => undefined);
});
afterEach(() => {
  endSession();
  vi.unstubAllGlobals();
});

test.each(EVERY)('%s is a screen of its own', async (address) => {
  enter('SUPER_ADMIN');
  const { at, route } = await visit(address);
  expect(at).toBe(address);
  expect(route).not.toMatch(/\$$/);
});

test.each([...EVERY, '/monitoring', '/no/such/page'])('%s sends a logged-out visitor to Login', async (address) => {
  expect((await visit(address)).at).toBe(`/?next=${address}`);
});

test('Login sends who is logged in to Monitoring, or to what was asked for', async () => {
  enter('LOCAL_USER');
  expect((await visit('/')).at).toBe('/monitoring/grade/2');
  expect((await visit('/?next=/monitoring/meter/3')).at).toBe('/monitoring/meter/3');
  expect((await visit('/?next=//evil.example')).at).toBe('/monitoring/grade/2');
});

test.each(ROLES)('/monitoring leads a %s to organizations, or to the offices of the only one', async (role) => {
  enter(role);
  expect((await visit('/monitoring')).at).toBe(homeOf(role));
});

test.each(['/no/such/page', '/monitoring/agency/3/4', '/current', '/management/user'])(
  '%s is not found',
  async (address) => {
    enter('SUPER_ADMIN');
    expect((await visit(address)).route).toMatch(/\$$/);
  },
);

test.each(ROLES.flatMap((role) => SCREEN_ADDRESSES.map((route) => [role, route] as const)))(
  '%s at %s',
  async (role, route) => {
    enter(role);
    const address = addressOf(route, ID);
    expect((await visit(address)).at).toBe(deniedAt(route).includes(role) ? homeOf(role) : address);
  },
);

test('the list that browsers walk over has every address of the router', () => {
  const { routesByPath } = createConsoleRouter();
  // Redirects and unknown addresses have no content of their own.
  const shown = Object.keys(routesByPath).filter((path) => path !== '/monitoring' && path !== '/$');
  expect([...OPEN_ROUTES, ...SCREEN_ADDRESSES].sort()).toEqual(shown.sort());
});
