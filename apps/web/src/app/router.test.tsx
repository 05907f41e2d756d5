// @vitest-environment jsdom
import { ROLES, type Role } from '@airdeck/domain/role';
import { createMemoryHistory } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beginSession, endSession } from '../lib/session/session-store.ts';
import { sampleSession } from '../testing/sample-user.ts';
import { createConsoleRouter } from './router.tsx';

const enter = (authority: Role) => beginSession(sampleSession({ authority }));

/** Where a visit ends, and the route that shows it. */
async function visit(address: string): Promise<{ at: string; route: string }> {
  const router = createConsoleRouter({ history: createMemoryHistory({ initialEntries: [address] }) });
  await router.load();
  return { at: router.state.location.href, route: router.state.matches.at(-1)?.routeId ?? '' };
}

const MONITORING = ['agency', 'grade', 'half', 'meter', 'sensor', 'localization', 'purifier'];
const CURRENT = [
  'current/instrument',
  'current/instrumenta',
  'current/sensorcur',
  'current/sensoravg',
  'current/currentair',
  'error/liveerror',
  'error/history',
  'login/history',
  'control/control',
];
const DENIED: Record<string, readonly Role[]> = {
  'user/user': ['SUPER_USER', 'LOCAL_USER'],
  'master/local': ['LOCAL_ADMIN', 'LOCAL_USER'],
  'master/msensor': ['LOCAL_ADMIN', 'LOCAL_USER'],
  'master/merror': ['LOCAL_ADMIN', 'LOCAL_USER'],
};
const MANAGEMENT = [
  ...Object.keys(DENIED),
  'organization/institutional',
  'organization/group',
  'organization/department',
  'master/asensor',
  'master/aerror',
  'setting/measuring',
  'setting/unregistered',
  'setting/sensor',
  'setting/sterilizer',
  'control/controlair',
  'control/automodeair',
  'notice/notice',
];
const EVERY = [
  ...MONITORING.flatMap((name) => [`/monitoring/${name}`, `/monitoring/${name}/3`]),
  ...CURRENT.map((path) => `/current/${path}`),
  ...MANAGEMENT.map((path) => `/management/${path}`),
];

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
  expect((await visit('/')).at).toBe('/monitoring/agency');
  expect((await visit('/?next=/monitoring/meter/3')).at).toBe('/monitoring/meter/3');
  expect((await visit('/?next=//evil.example')).at).toBe('/monitoring/agency');
});

test('/monitoring leads to organizations', async () => {
  enter('LOCAL_USER');
  expect((await visit('/monitoring')).at).toBe('/monitoring/agency');
});

test.each(['/no/such/page', '/monitoring/agency/3/4', '/current', '/management/user'])(
  '%s is not found',
  async (address) => {
    enter('SUPER_ADMIN');
    expect((await visit(address)).route).toMatch(/\$$/);
  },
);

test.each(ROLES.flatMap((role) => Object.entries(DENIED).map(([path, deny]) => [role, path, deny] as const)))(
  '%s at /management/%s',
  async (role, path, deny) => {
    enter(role);
    expect((await visit(`/management/${path}`)).at).toBe(
      deny.includes(role) ? '/monitoring/agency' : `/management/${path}`,
    );
  },
);
