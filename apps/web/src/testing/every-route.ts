import type { Role } from '@airdeck/domain/role';

const NO_ROLE = [] as const satisfies readonly Role[];
/** Administrators only. */
const USERS = ['SUPER_USER', 'LOCAL_USER'] as const satisfies readonly Role[];
/** Those of all organizations only. */
const LOCAL = ['LOCAL_ADMIN', 'LOCAL_USER'] as const satisfies readonly Role[];

/** Those who do not operate the servers. */
const OPERATORS = ['SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER'] as const satisfies readonly Role[];

/** Addresses that need no session. */
export const OPEN_ROUTES = ['/', '/reset', '/acknowledge'] as const;

/**
 * Every screen that needs a session, as the router writes its address, and the roles that it turns away: what the tests
 * walk over. The router's own test compares both, so that no address is without a row here.
 */
export const SCREEN_ROUTES = {
  '/monitoring/agency/{-$id}': NO_ROLE,
  '/monitoring/grade/{-$id}': NO_ROLE,
  '/monitoring/half/{-$id}': NO_ROLE,
  '/monitoring/meter/{-$id}': NO_ROLE,
  '/monitoring/sensor/{-$id}': NO_ROLE,
  '/monitoring/localization/{-$id}': NO_ROLE,
  '/monitoring/purifier/{-$id}': NO_ROLE,
  '/monitoring/plan/$id': NO_ROLE,
  '/current/current/instrument': NO_ROLE,
  '/current/current/instrumenta': NO_ROLE,
  '/current/current/sensorcur': NO_ROLE,
  '/current/current/sensoravg': NO_ROLE,
  '/current/current/compliance': NO_ROLE,
  '/current/current/reports': NO_ROLE,
  '/current/current/currentair': NO_ROLE,
  '/current/error/liveerror': NO_ROLE,
  '/current/error/history': NO_ROLE,
  '/current/error/quality': NO_ROLE,
  '/current/login/history': NO_ROLE,
  '/current/control/control': NO_ROLE,
  '/management/user/user': USERS,
  '/management/user/audit': USERS,
  '/management/user/audit-stream': USERS,
  '/management/user/sso': OPERATORS,
  '/management/organization/institutional': NO_ROLE,
  '/management/organization/group': NO_ROLE,
  '/management/organization/department': NO_ROLE,
  '/management/organization/facts': NO_ROLE,
  '/management/master/local': LOCAL,
  '/management/master/msensor': LOCAL,
  '/management/master/asensor': NO_ROLE,
  '/management/master/merror': LOCAL,
  '/management/master/aerror': NO_ROLE,
  '/management/master/arule': NO_ROLE,
  '/management/master/limit': NO_ROLE,
  '/management/setting/measuring': NO_ROLE,
  '/management/setting/measuring/$id/quality': NO_ROLE,
  '/management/setting/gateway': NO_ROLE,
  '/management/setting/connect': USERS,
  '/management/setting/door': NO_ROLE,
  '/management/setting/door-device': NO_ROLE,
  '/management/setting/decoder': NO_ROLE,
  '/management/setting/decoder-editor': USERS,
  '/management/setting/labels': NO_ROLE,
  '/management/setting/unregistered': NO_ROLE,
  '/management/setting/sensor': NO_ROLE,
  '/management/setting/sterilizer': NO_ROLE,
  '/management/setting/wall': USERS,
  '/management/setting/maintenance': NO_ROLE,
  '/management/setup': USERS,
  '/management/control/controlair': NO_ROLE,
  '/management/control/automodeair': NO_ROLE,
  '/management/control/timetable': NO_ROLE,
  '/management/notice/notice': NO_ROLE,
  '/management/notice/nrule': USERS,
  '/management/notice/reports': USERS,
  '/management/notice/nlog': USERS,
  '/management/system/installation': OPERATORS,
} as const satisfies Record<`/${string}`, readonly Role[]>;

export type ScreenRoute = keyof typeof SCREEN_ROUTES;

export const SCREEN_ADDRESSES = Object.keys(SCREEN_ROUTES) as ScreenRoute[];

export const deniedAt = (route: ScreenRoute): readonly Role[] => SCREEN_ROUTES[route];

/** The address of a route: with the item where it needs or, given one, takes one. */
export const addressOf = (route: ScreenRoute, id?: number): string =>
  route.replace('/{-$id}', id === undefined ? '' : `/${id}`).replace('$id', `${id}`);
