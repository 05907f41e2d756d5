import type { Role } from '@airdeck/domain/role';

const NOBODY = [] as const satisfies readonly Role[];
/** Administrators only. */
const USERS = ['SUPER_USER', 'LOCAL_USER'] as const satisfies readonly Role[];
/** Those of all organizations only. */
const LOCAL = ['LOCAL_ADMIN', 'LOCAL_USER'] as const satisfies readonly Role[];

/** Addresses that need no session. */
export const OPEN_ROUTES = ['/', '/reset', '/acknowledge'] as const;

/**
 * Every screen that needs a session, as the router writes its address, and the roles that it turns away: what the tests
 * walk over. The router's own test compares both, so that no address is without a row here.
 */
export const SCREEN_ROUTES = {
  '/monitoring/agency/{-$id}': NOBODY,
  '/monitoring/grade/{-$id}': NOBODY,
  '/monitoring/half/{-$id}': NOBODY,
  '/monitoring/meter/{-$id}': NOBODY,
  '/monitoring/sensor/{-$id}': NOBODY,
  '/monitoring/localization/{-$id}': NOBODY,
  '/monitoring/purifier/{-$id}': NOBODY,
  '/current/current/instrument': NOBODY,
  '/current/current/instrumenta': NOBODY,
  '/current/current/sensorcur': NOBODY,
  '/current/current/sensoravg': NOBODY,
  '/current/current/currentair': NOBODY,
  '/current/error/liveerror': NOBODY,
  '/current/error/history': NOBODY,
  '/current/error/quality': NOBODY,
  '/current/login/history': NOBODY,
  '/current/control/control': NOBODY,
  '/management/user/user': USERS,
  '/management/user/audit': USERS,
  '/management/organization/institutional': NOBODY,
  '/management/organization/group': NOBODY,
  '/management/organization/department': NOBODY,
  '/management/master/local': LOCAL,
  '/management/master/msensor': LOCAL,
  '/management/master/asensor': NOBODY,
  '/management/master/merror': LOCAL,
  '/management/master/aerror': NOBODY,
  '/management/master/arule': NOBODY,
  '/management/setting/measuring': NOBODY,
  '/management/setting/measuring/$id/quality': NOBODY,
  '/management/setting/unregistered': NOBODY,
  '/management/setting/sensor': NOBODY,
  '/management/setting/sterilizer': NOBODY,
  '/management/setting/wall': USERS,
  '/management/setup': USERS,
  '/management/control/controlair': NOBODY,
  '/management/control/automodeair': NOBODY,
  '/management/control/timetable': NOBODY,
  '/management/notice/notice': NOBODY,
  '/management/notice/nrule': USERS,
  '/management/notice/nlog': USERS,
} as const satisfies Record<`/${string}`, readonly Role[]>;

export type ScreenRoute = keyof typeof SCREEN_ROUTES;

export const SCREEN_ADDRESSES = Object.keys(SCREEN_ROUTES) as ScreenRoute[];

export const deniedAt = (route: ScreenRoute): readonly Role[] => SCREEN_ROUTES[route];

/** The address of a route: with the item where it needs or, given one, takes one. */
export const addressOf = (route: ScreenRoute, id?: number): string =>
  route.replace('/{-$id}', id === undefined ? '' : `/${id}`).replace('$id', `${id}`);
