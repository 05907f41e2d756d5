import { randomBytes, randomUUID } from 'node:crypto';
import { API_BASE } from '@airdeck/contract/route';
import { DAY_MS } from '@airdeck/domain/duration';
import { ROLES, type Role } from '@airdeck/domain/role';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildDecoderWorker } from './testing/build-program.ts';
import {
  aDepartment,
  aMeter,
  anOffice,
  anOrganization,
  aPurifier,
  aUser,
  type TestMeter,
  type TestOrganization,
  type TestUser,
} from './testing/factory.ts';
import { pngOf } from './testing/images.ts';
import { dereferenced } from './testing/read-document.ts';
import { type TestDatabase, testDatabase } from './testing/test-database.ts';
import { openWebServer, type WebServer } from './testing/web-server.ts';

/** In every name and code of the organization that does not exist for LOCAL_ roles. */
const MARK = 'ZZFOREIGN';

/** The same in another department of the own organization, which people who are limited to places do not reach. */
const SIBLING_MARK = 'ZZSIBLING';

/** An organization with everything that a route can name. */
interface Place {
  organization: TestOrganization;
  meter: TestMeter;
  purifierId: number;
  /** The organization's settings of a sensor type, and of an error. */
  sensorId: number;
  errorId: number;
  unregisteredId: number;
  gatewayId: number;
  doorId: number;
  doorDeviceId: number;
  user: TestUser;
  noticeId: number;
  localServerId: number;
  signOnProviderId: number;
  alarmId: number;
  commandId: number;
  alarmRuleId: number;
  notificationRuleId: number;
  notificationId: number;
  timetableId: number;
  floorPlanId: number;
  wallDisplayId: number;
  auditStreamId: number;
  decoderId: number;
  windowId: number;
  factsId: number;
  ownLimitId: number;
  reportId: number;
  reportScheduleId: number;
  savedViewId: number;
  apiTokenId: number;
  /** A deleted office. */
  deletedId: number;
}

interface Request {
  /** Below API_BASE. */
  path: string;
  body?: object;
  /** Bytes instead of a body of JSON. */
  file?: string | Uint8Array<ArrayBuffer>;
}

interface Row {
  /** Access: public, a wall display with its token, or the roles. */
  roles: 'anybody' | 'wall' | readonly Role[];
  /** The request, about what stands in a place; `n` is another number each time. */
  ask: (place: Place, n: number) => Request;
  /** Status when LOCAL_ roles that may ask about another organization's; 200 is a list, which must not hold it. */
  foreign: 200 | 400 | 404;
}

const ALL = ROLES;
const ADMINISTRATORS = ['SUPER_ADMIN', 'LOCAL_ADMIN'] as const;
/** Roles that may have API tokens. */
const OWNERS = ['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN'] as const;
const SUPER = ['SUPER_ADMIN', 'SUPER_USER'] as const;
const PERIOD = 'startTime=2026-03-01&endTime=2026-03-02';

/** An image of 16 × 16 pixels. */
const FLOOR_PLAN = pngOf(16, 16);
/** Of the own organization's public page. */
const PUBLIC_SLUG = 'x'.repeat(22);

const anybody = (path: string, body?: object): Row => ({
  roles: 'anybody',
  ask: () => ({ path, ...(body && { body }) }),
  foreign: 200,
});
/** Nothing but a display's token opens it. */
const ofWalls = (path: string): Row => ({ roles: 'wall', ask: () => ({ path }), foreign: 200 });
const list = (path: string): Row => ({ roles: ALL, ask: () => ({ path }), foreign: 200 });
/** Without the password it changes nothing, and does not count as a failed login. */
const unproven = (path: string): Row => ({
  roles: ALL,
  ask: () => ({ path, body: { password: 'x', otp: '' } }),
  foreign: 400,
});
const about = (roles: readonly Role[], ask: Row['ask']): Row => ({ roles, ask, foreign: 404 });
const history = (name: string, query = '') =>
  about(ALL, ({ meter }) => ({ path: `/history/${name}?${PERIOD}&meterId=${meter.id}${query}` }));
const exported = (name: string, query = '') => history(`${name}/export`, `${query}&format=csv`);
const newMeter = ({ meter }: Place, n: number) => ({
  department_id: meter.department.id,
  name: `N${n}`,
  code: `N${n}`,
});
const masterSensor = { code: 'PM10', category: 'PARTICLE', range_min: 0, range_max: 900, inherits: 'Y' };
const masterError = { code: 'M001', group: 'METER', severity: 'MAJOR', description: 'Silent' };
const thresholds = { CO2: [800, 1000, 1500] };
const retention = { READING: 90, HOUR: 400, DAY: 4000, PURIFIER_STATE: 60, ALARM: 400 };

const EMPTY_WEEK = Array.from({ length: 7 }, () => []);
const alarmRule = (n: number) => ({ code: 'A001', applies_to: 'CO2', basis: 'VALUE', limit: 1000 + n });
const reportSchedule = (n: number) => ({ send_day: (n % 28) + 1, report_recipients: 'head@example.com' });
const notificationRule = (n: number) => ({ name: `N${n}`, recipients: 'safety@example.com' });
/** A browser's key: the base point of P-256. */
const P256DH = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const wallDisplay = (n: number) => ({ name: `N${n}`, seconds: 20 });
/** Posts are refused at once. */
const auditStream = (n: number) => ({ name: `N${n}`, url: 'https://127.0.0.1/' });
/** Of a window that is planned. */
const windowTimes = (n: number) => ({
  begin_time: new Date(Date.now() + DAY_MS).toISOString(),
  end_time: new Date(Date.now() + 2 * DAY_MS).toISOString(),
  reason: `N${n}`,
});
const DECODER = 'function decodeUplink() { return { data: {} }; }';
const localServer = (n: number) => ({ name: `N${n}`, ip: '10.0.0.1', port: 1883 });
const signOnProvider = (n: number) => ({ name: `N${n}`, issuer: `https://n${n}.example`, client_id: 'airdeck' });
/** Who logs in, and as what: SUPER_ADMIN only. */
const ofSuperAdmin = (ask: Row['ask']): Row => ({ roles: ['SUPER_ADMIN'], ask, foreign: 404 });
/** Belongs to the installation: SUPER_ roles only, so there are no rows of another organization. */
const master = (ask: Row['ask']): Row => ({ roles: ['SUPER_ADMIN', 'SUPER_USER'], ask, foreign: 404 });
/** The servers themselves. */
const operators = (ask: Row['ask']): Row => ({ roles: ['SUPER_ADMIN'], ask, foreign: 404 });
const installationSettings = {
  ...{ backup_every_days: 1, backup_hour: 3, backups_kept: 7, drill_every_days: 7 },
  ...{ disk_days: 30, certificate_days: 21 },
};
const template = (path: string): Row => ({
  roles: ADMINISTRATORS,
  ask: () => ({ path: `${path}/import/template?format=csv` }),
  foreign: 200,
});
/** A file with a row of the organization: a row of another is an error in its row, and nothing is added. */
const imported = (path: string, headings: string, row: (n: number) => string): Row => ({
  roles: ADMINISTRATORS,
  ask: ({ organization }, n) => ({
    path: `${path}/import?commit=Y`,
    file: `organization_code,${headings}\n${organization.code},${row(n)}`,
  }),
  foreign: 200,
});
/** A bulk edit of a row: one of another organization is an error in its row, and nothing is changed. */
const together = (path: string, idOf: (place: Place) => number, fields: object): Row => ({
  roles: ADMINISTRATORS,
  ask: (place, n) => ({ path: `${path}/bulk`, body: { rows: [{ id: idOf(place), version: n + 1_000 }], fields } }),
  foreign: 200,
});
/** A resource's list as a file. */
const file = (path: string): Row => list(`${path}/export?format=csv`);

/** The routes of rows that all may read and administrators change; `newRow` has another one each time. */
const administeredRows = (
  path: string,
  idOf: (place: Place) => number,
  newRow: (place: Place, n: number) => { place: object; fields: object },
): Record<string, Row> => ({
  [`GET ${path}/export`]: file(path),
  [`GET ${path}`]: list(`${path}?size=999999`),
  [`GET ${path}/{id}`]: about(ALL, (place) => ({ path: `${path}/${idOf(place)}` })),
  [`POST ${path}`]: about(ADMINISTRATORS, (place, n) => {
    const { place: of, fields } = newRow(place, n);
    return { path, body: { ...of, ...fields } };
  }),
  [`PUT ${path}/{id}`]: about(ADMINISTRATORS, (place, n) => ({
    path: `${path}/${idOf(place)}`,
    body: { ...newRow(place, n).fields, version: n },
  })),
  [`DELETE ${path}/{id}`]: about(ADMINISTRATORS, (place, n) => ({
    path: `${path}/${idOf(place)}?version=${n + 1_000}`,
  })),
});

/** Every route of the server. One that is missing here fails, and so does one that is here only. */
const TABLE: Record<string, Row> = {
  'POST /login': anybody('/login', { code: '00000000', id: 'nobody', password: 'x' }),
  'GET /welcome': anybody('/welcome'),
  // Before the row that renews the address.
  'GET /public-pages/{slug}': anybody(`/public-pages/${PUBLIC_SLUG}`),
  'GET /health': anybody('/health'),
  'GET /health/live': anybody('/health/live'),
  'GET /health/process': anybody('/health/process'),
  'GET /health/ready': anybody('/health/ready'),
  'GET /openapi.json': anybody('/openapi.json'),
  'GET /docs': anybody('/docs'),
  'POST /logout': { roles: ALL, ask: () => ({ path: '/logout', body: {} }), foreign: 200 },
  'GET /users/me': list('/users/me'),
  'PUT /users/me/language': {
    roles: ALL,
    ask: () => ({ path: '/users/me/language', body: { language: 'ko' } }),
    foreign: 200,
  },
  // Others are the matter of features/user: LOCAL_USER sees only oneself.
  'GET /users/{id}': about(ADMINISTRATORS, ({ user }) => ({ path: `/users/${user.id}` })),
  'GET /users': {
    roles: ADMINISTRATORS,
    ask: () => ({ path: '/users?size=999999' }),
    foreign: 200,
  },
  'POST /users': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/users',
    body: { organization_id: organization.id, login: `new.${n}`, name: `N${n}`, authority: 'LOCAL_USER' },
  })),
  'PUT /users/{id}': about(ADMINISTRATORS, ({ user }, n) => ({
    path: `/users/${user.id}`,
    body: { login: user.login, name: `N${n}`, authority: 'LOCAL_USER', version: n },
  })),
  'DELETE /users/{id}': about(ADMINISTRATORS, ({ user }, n) => ({ path: `/users/${user.id}?version=${n + 1_000}` })),
  'GET /users/{id}/personal-data/counts': about(ADMINISTRATORS, ({ user }) => ({
    path: `/users/${user.id}/personal-data/counts`,
  })),
  'GET /users/{id}/personal-data': about(ADMINISTRATORS, ({ user }) => ({ path: `/users/${user.id}/personal-data` })),
  // The typed id is not that of the user: nothing is erased.
  'POST /users/{id}/erasure': about(ADMINISTRATORS, ({ user }) => ({
    path: `/users/${user.id}/erasure`,
    body: { login: 'not.typed' },
  })),
  'POST /users/{id}/reset': about(ADMINISTRATORS, ({ user }) => ({ path: `/users/${user.id}/reset`, body: {} })),
  'POST /users/{id}/reset-second-factor': about(ADMINISTRATORS, ({ user }) => ({
    path: `/users/${user.id}/reset-second-factor`,
    body: {},
  })),
  'POST /users/{id}/unlock': about(ADMINISTRATORS, ({ user }) => ({ path: `/users/${user.id}/unlock`, body: {} })),
  // No role changes another user's password: an existing user is answered that it is not allowed.
  'PUT /users/password/{id}': {
    roles: [],
    ask: ({ user }) => ({ path: `/users/password/${user.id}`, body: { password: 'x', new_password: 'Clean-Air-43!' } }),
    foreign: 404,
  },
  'POST /reset/check': anybody('/reset/check', { token: 'x' }),
  'POST /reset': anybody('/reset', { token: 'x', new_password: 'Clean-Air-43!' }),
  'GET /search/id': anybody('/search/id?email=nobody@'),
  'GET /search/password': anybody('/search/password?email=nobody@&login=nobody'),
  'GET /sessions': list('/sessions'),
  'DELETE /sessions/{id}': {
    roles: ALL,
    ask: () => ({ path: '/sessions/00000000-0000-4000-8000-000000000000' }),
    foreign: 200,
  },
  'DELETE /sessions': list('/sessions'),
  'GET /second-factor': list('/second-factor'),
  'POST /second-factor/start': unproven('/second-factor/start'),
  'POST /second-factor/confirm': unproven('/second-factor/confirm'),
  'POST /second-factor/recovery-codes': unproven('/second-factor/recovery-codes'),
  'POST /second-factor/remove': unproven('/second-factor/remove'),
  'GET /api-tokens': { roles: OWNERS, ask: () => ({ path: '/api-tokens' }), foreign: 200 },
  'POST /api-tokens': {
    roles: OWNERS,
    ask: (_, n) => ({ path: '/api-tokens', body: { name: `N${n}`, access: 'READ', days: 1 } }),
    foreign: 200,
  },
  'DELETE /api-tokens/{id}': about(OWNERS, ({ apiTokenId }) => ({ path: `/api-tokens/${apiTokenId}` })),
  'GET /live': about(ALL, ({ meter }) => ({ path: `/live?view=meter&id=${meter.department.id}` })),
  'GET /monitoring/cards/{view}': about(ALL, ({ organization }) => ({
    path: `/monitoring/cards/grade?id=${organization.id}`,
  })),
  'GET /monitoring/sensors': about(ALL, ({ meter }) => ({ path: `/monitoring/sensors?id=${meter.id}` })),
  'GET /monitoring/sensors/{id}/course': about(ALL, ({ meter }) => ({
    path: `/monitoring/sensors/${meter.sensorIds[0]}/course`,
  })),
  'GET /monitoring/purifiers': about(ALL, ({ meter }) => ({ path: `/monitoring/purifiers?id=${meter.id}` })),
  'GET /monitoring/attention': list('/monitoring/attention'),
  'GET /monitoring/tree': list('/monitoring/tree'),
  'GET /history/choices': list('/history/choices'),
  'GET /history/meter-readings': history('meter-readings'),
  'GET /history/sensor-readings': history('sensor-readings'),
  'GET /history/meter-averages': history('meter-averages', '&unit=hour'),
  'GET /history/place-averages': history('place-averages', '&unit=hour&level=department'),
  'GET /history/averages-summary': history('averages-summary'),
  'GET /history/meter-columns': history('meter-columns', '&unit=hour'),
  'GET /history/sensor-averages': history('sensor-averages', '&unit=hour'),
  'GET /history/purifier-states': history('purifier-states'),
  'GET /history/purifier-minutes': history('purifier-minutes', '&unit=hour'),
  'GET /history/meter-series': about(ALL, ({ meter }) => ({
    path: `/history/meter-series?${PERIOD}&step=hour&measure=CO2&meterId=${meter.id}`,
  })),
  'GET /history/place-series': about(ALL, ({ meter }) => ({
    path: `/history/place-series?${PERIOD}&step=hour&measure=CO2&level=department&placeId=${meter.department.id}`,
  })),
  'GET /history/sensor-series': about(ALL, ({ meter }) => ({
    path: `/history/sensor-series?${PERIOD}&step=hour&sensorId=${meter.sensorIds[0]}`,
  })),
  'GET /history/change-effect/candidates': about(ALL, ({ meter }) => ({
    path: `/history/change-effect/candidates?meterId=${meter.id}`,
  })),
  'GET /history/change-effect': about(ALL, ({ meter }) => ({
    path: `/history/change-effect?type=CO2&day=2026-01-15&days=14&meterId=${meter.id}`,
  })),
  'GET /history/ventilation': history('ventilation', '&closing=18:00'),
  'GET /history/wall-moisture': about(ALL, ({ meter }) => ({ path: `/history/wall-moisture?meterId=${meter.id}` })),
  'GET /history/limit-packs': list('/history/limit-packs'),
  'GET /history/compliance': history('compliance', '&pack=WHO_2021&level=meter'),
  'GET /history/compliance/export': exported('compliance', '&pack=WHO_2021&level=meter'),
  'GET /history/meter-week': history('meter-week', '&measure=CO2'),
  'GET /history/place-week': about(ALL, ({ meter }) => ({
    path: `/history/place-week?${PERIOD}&measure=CO2&level=department&placeId=${meter.department.id}`,
  })),
  'GET /history/sensor-week': about(ALL, ({ meter }) => ({
    path: `/history/sensor-week?${PERIOD}&sensorId=${meter.sensorIds[0]}`,
  })),
  'GET /history/meter-readings/export': exported('meter-readings'),
  'GET /history/sensor-readings/export': exported('sensor-readings'),
  'GET /history/meter-averages/export': exported('meter-averages', '&unit=hour'),
  'GET /history/place-averages/export': exported('place-averages', '&unit=hour&level=department'),
  'GET /history/sensor-averages/export': exported('sensor-averages', '&unit=hour'),
  'GET /history/purifier-states/export': exported('purifier-states'),
  'GET /history/purifier-minutes/export': exported('purifier-minutes', '&unit=hour'),
  'GET /history/exports/{exportId}': list('/history/exports/00000000-0000-4000-8000-000000000000'),
  'GET /rejections': list('/rejections'),
  'GET /quarantine': list('/quarantine'),
  'GET /organizations/{id}/retention': about(ALL, ({ organization }) => ({
    path: `/organizations/${organization.id}/retention`,
  })),
  'PUT /organizations/{id}/retention': about(ADMINISTRATORS, ({ organization }) => ({
    path: `/organizations/${organization.id}/retention`,
    body: retention,
  })),
  'GET /login-history': list('/login-history?size=999999'),
  'GET /login-history/export': list('/login-history/export?format=csv'),
  'GET /login-history/counts': list('/login-history/counts?unit=day&startTime=2026-01-01&endTime=2026-12-31'),
  'GET /audit': { roles: ADMINISTRATORS, ask: () => ({ path: '/audit?size=999999' }), foreign: 200 },
  'GET /audit/export': { roles: ADMINISTRATORS, ask: () => ({ path: '/audit/export?format=csv' }), foreign: 200 },
  'GET /organizations/{id}/retention/preview': about(ADMINISTRATORS, ({ organization }) => ({
    path: `/organizations/${organization.id}/retention/preview?READING=90&HOUR=400&DAY=4000&PURIFIER_STATE=60&ALARM=400`,
  })),
  'GET /organizations': list('/organizations?size=999999'),
  'GET /organizations/{id}': about(ALL, ({ organization }) => ({ path: `/organizations/${organization.id}` })),
  'POST /organizations': {
    roles: ['SUPER_ADMIN'],
    ask: (_, n) => ({ path: '/organizations', body: { code: `900000${String(n).padStart(2, '0')}`, name: `N${n}` } }),
    foreign: 200,
  },
  'PUT /organizations/{id}': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: `/organizations/${organization.id}`,
    body: { code: organization.code, name: `N${n}`, version: n },
  })),
  'DELETE /organizations/{id}': {
    roles: ['SUPER_ADMIN'],
    ask: ({ organization }, n) => ({ path: `/organizations/${organization.id}?version=${n + 1_000}` }),
    foreign: 404,
  },
  'GET /monitoring/plan': about(ALL, ({ meter }) => ({ path: `/monitoring/plan?id=${meter.department.officeId}` })),
  'GET /floor-plans': {
    roles: ALL,
    ask: ({ meter }) => ({ path: `/floor-plans?officeId=${meter.department.officeId}` }),
    foreign: 200,
  },
  'GET /floor-plans/names': {
    roles: ALL,
    ask: ({ organization }) => ({ path: `/floor-plans/names?organizationId=${organization.id}` }),
    foreign: 200,
  },
  'GET /floor-plans/{id}/image': about(ALL, ({ floorPlanId }) => ({ path: `/floor-plans/${floorPlanId}/image` })),
  'POST /floor-plans': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/floor-plans?officeId=${meter.department.officeId}&name=N${n}`,
    file: FLOOR_PLAN,
  })),
  'POST /floor-plans/{id}/image': about(ADMINISTRATORS, ({ floorPlanId }, n) => ({
    path: `/floor-plans/${floorPlanId}/image?version=${n + 1_000}`,
    file: FLOOR_PLAN,
  })),
  'PUT /floor-plans/{id}/layout': about(ADMINISTRATORS, ({ floorPlanId }, n) => ({
    path: `/floor-plans/${floorPlanId}/layout`,
    body: { name: `N${n}`, pins: [], version: n + 1_000 },
  })),
  'DELETE /floor-plans/{id}': about(ADMINISTRATORS, ({ floorPlanId }, n) => ({
    path: `/floor-plans/${floorPlanId}?version=${n + 1_000}`,
  })),
  'GET /organizations/{id}/public-page': about(ALL, ({ organization }) => ({
    path: `/organizations/${organization.id}/public-page`,
  })),
  'PUT /organizations/{id}/public-page': about(ADMINISTRATORS, ({ organization }) => ({
    path: `/organizations/${organization.id}/public-page`,
    body: { public_page: 'Y' },
  })),
  'POST /organizations/{id}/public-page/address': about(ADMINISTRATORS, ({ organization }) => ({
    path: `/organizations/${organization.id}/public-page/address`,
  })),
  'GET /organizations/{id}/codes': {
    roles: ['SUPER_ADMIN'],
    ask: ({ organization }) => ({ path: `/organizations/${organization.id}/codes` }),
    foreign: 404,
  },
  'DELETE /organizations/{id}/codes/{code}': {
    roles: ['SUPER_ADMIN'],
    ask: ({ organization }) => ({ path: `/organizations/${organization.id}/codes/${organization.code}` }),
    foreign: 404,
  },
  'GET /organizations/import/template': { ...template('/organizations'), roles: ['SUPER_ADMIN'] },
  'GET /offices/import/template': template('/offices'),
  'GET /departments/import/template': template('/departments'),
  'GET /meters/import/template': template('/meters'),
  'GET /sensors/import/template': template('/sensors'),
  'GET /purifiers/import/template': template('/purifiers'),
  'GET /users/import/template': template('/users'),
  'POST /organizations/bulk': together('/organizations', ({ organization }) => organization.id, { use: 'Y' }),
  'POST /departments/bulk': together('/departments', ({ meter }) => meter.department.id, { office_id: 1 }),
  'POST /meters/bulk': together('/meters', ({ meter }) => meter.id, { use: 'Y' }),
  'POST /sensors/bulk': together('/sensors', ({ meter }) => meter.sensorIds[0] ?? 0, { use: 'Y' }),
  'POST /purifiers/bulk': together('/purifiers', ({ purifierId }) => purifierId, { use: 'Y' }),
  'POST /users/bulk': together('/users', ({ user }) => user.id, { language: 'ko' }),
  'POST /organizations/import': {
    roles: ['SUPER_ADMIN'],
    ask: (_, n) => ({
      path: '/organizations/import?commit=Y',
      file: `code,name\n8${String(n).padStart(7, '0')},I${n}`,
    }),
    foreign: 200,
  },
  'POST /offices/import': imported('/offices', 'name', (n) => `I${n}`),
  'POST /departments/import': imported('/departments', 'office_name,name', (n) => `Nowhere,I${n}`),
  'POST /meters/import': imported('/meters', 'office_name,department_name,name,code', (n) => `No,No,I${n},I${n}`),
  'POST /sensors/import': imported('/sensors', 'meter_code,type,sequence', (n) => `NOWHERE,CO2,${n}`),
  'POST /purifiers/import': imported('/purifiers', 'meter_code,number,name', (n) => `NOWHERE,${n},I${n}`),
  'POST /users/import': imported('/users', 'login,name', (n) => `imported.${n},I${n}`),
  'GET /organizations/export': file('/organizations'),
  'GET /offices/export': file('/offices'),
  'GET /departments/export': file('/departments'),
  'GET /meters/export': file('/meters'),
  'GET /notices/export': file('/notices'),
  'GET /sensors/export': file('/sensors'),
  'GET /purifiers/export': file('/purifiers'),
  'GET /unregistered/export': file('/unregistered'),
  'GET /organization-sensors/export': file('/organization-sensors'),
  'GET /organization-errors/export': file('/organization-errors'),
  'GET /users/export': { roles: ADMINISTRATORS, ask: () => ({ path: '/users/export?format=csv' }), foreign: 200 },
  'GET /master-sensors/export': master(() => ({ path: '/master-sensors/export?format=csv' })),
  'GET /master-errors/export': master(() => ({ path: '/master-errors/export?format=csv' })),
  'GET /notices': list('/notices?size=999999'),
  'GET /notices/{id}': about(ALL, ({ noticeId }) => ({ path: `/notices/${noticeId}` })),
  'POST /notices': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/notices',
    body: { organization_id: organization.id, content: `N${n}` },
  })),
  'PUT /notices/{id}': about(ADMINISTRATORS, ({ noticeId }, n) => ({
    path: `/notices/${noticeId}`,
    body: { content: `N${n}`, version: n },
  })),
  'DELETE /notices/{id}': about(ADMINISTRATORS, ({ noticeId }, n) => ({
    path: `/notices/${noticeId}?version=${n + 1_000}`,
  })),
  'GET /wall': ofWalls('/wall'),
  'GET /wall/live': ofWalls('/wall/live'),
  'GET /wall/plans/{id}/image': {
    roles: 'wall',
    ask: ({ floorPlanId }) => ({ path: `/wall/plans/${floorPlanId}/image` }),
    foreign: 200,
  },
  'GET /wall-displays': { roles: ADMINISTRATORS, ask: () => ({ path: '/wall-displays?size=999999' }), foreign: 200 },
  'GET /maintenance-windows/export': file('/maintenance-windows'),
  'GET /maintenance-windows': list('/maintenance-windows?size=999999'),
  'GET /maintenance-windows/{id}': about(ALL, ({ windowId }) => ({ path: `/maintenance-windows/${windowId}` })),
  'POST /maintenance-windows': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: '/maintenance-windows',
    body: { place_kind: 'meter', meter_id: meter.id, ...windowTimes(n) },
  })),
  'PUT /maintenance-windows/{id}': about(ADMINISTRATORS, ({ windowId }, n) => ({
    path: `/maintenance-windows/${windowId}`,
    body: { ...windowTimes(n), version: n },
  })),
  'DELETE /maintenance-windows/{id}': about(ADMINISTRATORS, ({ windowId }, n) => ({
    path: `/maintenance-windows/${windowId}?version=${n + 1_000}`,
  })),
  'POST /maintenance-windows/{id}/end': about(ADMINISTRATORS, ({ windowId }, n) => ({
    path: `/maintenance-windows/${windowId}/end`,
    body: { version: n },
  })),
  ...administeredRows(
    '/facility-facts',
    ({ factsId }) => factsId,
    ({ meter }, n) => ({
      place: { facts_place: 'department', department_id: meter.department.id },
      fields: { valid_from: `20${10 + (n % 80)}-01-01` },
    }),
  ),
  ...administeredRows(
    '/own-limits',
    ({ ownLimitId }) => ownLimitId,
    ({ organization }, n) => ({
      place: { organization_id: organization.id },
      fields: { pack_name: `L${n}`, type: 'CO2', limit_value: 900, averaging: 'HOUR', valid_from: '2026-01-01' },
    }),
  ),
  'GET /wall-displays/export': {
    roles: ADMINISTRATORS,
    ask: () => ({ path: '/wall-displays/export?format=csv' }),
    foreign: 200,
  },
  'GET /wall-displays/{id}': about(ADMINISTRATORS, ({ wallDisplayId }) => ({
    path: `/wall-displays/${wallDisplayId}`,
  })),
  'POST /wall-displays': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/wall-displays',
    body: { organization_id: organization.id, ...wallDisplay(n) },
  })),
  'PUT /wall-displays/{id}': about(ADMINISTRATORS, ({ wallDisplayId }, n) => ({
    path: `/wall-displays/${wallDisplayId}`,
    body: { ...wallDisplay(n), version: n },
  })),
  'DELETE /wall-displays/{id}': about(ADMINISTRATORS, ({ wallDisplayId }, n) => ({
    path: `/wall-displays/${wallDisplayId}?version=${n + 1_000}`,
  })),
  'POST /wall-displays/{id}/token': about(ADMINISTRATORS, ({ wallDisplayId }) => ({
    path: `/wall-displays/${wallDisplayId}/token`,
  })),
  'POST /wall-displays/{id}/end': about(ADMINISTRATORS, ({ wallDisplayId }) => ({
    path: `/wall-displays/${wallDisplayId}/end`,
  })),
  'GET /audit-streams': { roles: ADMINISTRATORS, ask: () => ({ path: '/audit-streams?size=999999' }), foreign: 200 },
  'GET /audit-streams/export': {
    roles: ADMINISTRATORS,
    ask: () => ({ path: '/audit-streams/export?format=csv' }),
    foreign: 200,
  },
  'GET /audit-streams/{id}': about(ADMINISTRATORS, ({ auditStreamId }) => ({
    path: `/audit-streams/${auditStreamId}`,
  })),
  'POST /audit-streams': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/audit-streams',
    body: { organization_id: organization.id, ...auditStream(n) },
  })),
  'PUT /audit-streams/{id}': about(ADMINISTRATORS, ({ auditStreamId }, n) => ({
    path: `/audit-streams/${auditStreamId}`,
    body: { ...auditStream(n), version: n },
  })),
  'DELETE /audit-streams/{id}': about(ADMINISTRATORS, ({ auditStreamId }, n) => ({
    path: `/audit-streams/${auditStreamId}?version=${n + 1_000}`,
  })),
  'POST /audit-streams/{id}/secret': about(ADMINISTRATORS, ({ auditStreamId }) => ({
    path: `/audit-streams/${auditStreamId}/secret`,
  })),
  'POST /audit-streams/{id}/test': about(ADMINISTRATORS, ({ auditStreamId }) => ({
    path: `/audit-streams/${auditStreamId}/test`,
  })),
  'GET /decoders': list('/decoders?size=999999'),
  'GET /decoders/export': file('/decoders'),
  'GET /decoders/{id}': about(ALL, ({ decoderId }) => ({ path: `/decoders/${decoderId}` })),
  'GET /decoders/{id}/source': about(ALL, ({ decoderId }) => ({ path: `/decoders/${decoderId}/source` })),
  'GET /decoders/{id}/versions': about(ALL, ({ decoderId }) => ({ path: `/decoders/${decoderId}/versions` })),
  'POST /decoders': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/decoders',
    body: { organization_id: organization.id, name: `N${n}`, source: DECODER },
  })),
  'PUT /decoders/{id}': about(ADMINISTRATORS, ({ decoderId }, n) => ({
    path: `/decoders/${decoderId}`,
    body: { name: `N${n}`, source: DECODER, version: n },
  })),
  'DELETE /decoders/{id}': about(ADMINISTRATORS, ({ decoderId }, n) => ({
    path: `/decoders/${decoderId}?version=${n + 1_000}`,
  })),
  // On the last message of a device, which another organization's is not.
  'POST /decoders/try': about(ADMINISTRATORS, ({ doorDeviceId }) => ({
    path: '/decoders/try',
    body: { source: DECODER, device_id: doorDeviceId },
  })),
  // One's own; another person's is not there.
  'GET /saved-views': list('/saved-views'),
  'POST /saved-views': {
    roles: ALL,
    ask: (_, n) => ({ path: '/saved-views', body: { name: `N${n}`, address: '/monitoring/agency' } }),
    foreign: 200,
  },
  'PUT /saved-views/{id}/name': about(ALL, ({ savedViewId }, n) => ({
    path: `/saved-views/${savedViewId}/name`,
    body: { name: `N${n}` },
  })),
  'DELETE /saved-views/{id}': about(ALL, ({ savedViewId }) => ({ path: `/saved-views/${savedViewId}` })),
  'GET /local-servers': master(() => ({ path: '/local-servers?size=999999' })),
  'GET /local-servers/export': master(() => ({ path: '/local-servers/export?format=csv' })),
  'GET /local-servers/{id}': master(({ localServerId }) => ({ path: `/local-servers/${localServerId}` })),
  'POST /local-servers': master(({ organization }, n) => ({
    path: '/local-servers',
    body: { organization_id: organization.id, ...localServer(n) },
  })),
  'PUT /local-servers/{id}': master(({ localServerId }, n) => ({
    path: `/local-servers/${localServerId}`,
    body: { ...localServer(n), version: n },
  })),
  'DELETE /local-servers/{id}': master(({ localServerId }, n) => ({
    path: `/local-servers/${localServerId}?version=${n + 1_000}`,
  })),
  'GET /sign-on': anybody('/sign-on?code=00000000'),
  'POST /sign-on/start': anybody('/sign-on/start', { id: 999_999 }),
  'POST /sign-on/finish': anybody('/sign-on/finish', { answer: '?state=x', secret: 'x' }),
  'GET /sign-on-providers': ofSuperAdmin(() => ({ path: '/sign-on-providers?size=999999' })),
  'GET /sign-on-providers/export': ofSuperAdmin(() => ({ path: '/sign-on-providers/export?format=csv' })),
  'GET /sign-on-providers/{id}': ofSuperAdmin(({ signOnProviderId }) => ({
    path: `/sign-on-providers/${signOnProviderId}`,
  })),
  'POST /sign-on-providers': ofSuperAdmin((_, n) => ({
    path: '/sign-on-providers',
    body: { ...signOnProvider(n), client_secret: 'x', organization_claim: 'school' },
  })),
  'PUT /sign-on-providers/{id}': ofSuperAdmin(({ signOnProviderId }, n) => ({
    path: `/sign-on-providers/${signOnProviderId}`,
    body: { ...signOnProvider(n), use: 'N', version: n },
  })),
  'DELETE /sign-on-providers/{id}': ofSuperAdmin(({ signOnProviderId }, n) => ({
    path: `/sign-on-providers/${signOnProviderId}?version=${n + 1_000}`,
  })),
  'GET /alarm-rules': list('/alarm-rules?size=999999'),
  'GET /alarm-rules/export': file('/alarm-rules'),
  'GET /alarm-rules/{id}': about(ALL, ({ alarmRuleId }) => ({ path: `/alarm-rules/${alarmRuleId}` })),
  'POST /alarm-rules': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/alarm-rules',
    body: { organization_id: organization.id, ...alarmRule(n) },
  })),
  'PUT /alarm-rules/{id}': about(ADMINISTRATORS, ({ alarmRuleId }, n) => ({
    path: `/alarm-rules/${alarmRuleId}`,
    body: { ...alarmRule(n), version: n },
  })),
  'DELETE /alarm-rules/{id}': about(ADMINISTRATORS, ({ alarmRuleId }, n) => ({
    path: `/alarm-rules/${alarmRuleId}?version=${n + 1_000}`,
  })),
  'GET /organizations/{id}/alarm-setting': about(ALL, ({ organization }) => ({
    path: `/organizations/${organization.id}/alarm-setting`,
  })),
  'PUT /organizations/{id}/alarm-setting': about(ADMINISTRATORS, ({ organization }) => ({
    path: `/organizations/${organization.id}/alarm-setting`,
    body: { auto_clear: ['WARNING'] },
  })),
  'GET /report-schedules': { ...list('/report-schedules?size=999999'), roles: ADMINISTRATORS },
  'GET /report-schedules/export': { ...file('/report-schedules'), roles: ADMINISTRATORS },
  'GET /report-schedules/{id}': about(ADMINISTRATORS, ({ reportScheduleId }) => ({
    path: `/report-schedules/${reportScheduleId}`,
  })),
  'POST /report-schedules': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: '/report-schedules',
    body: { office_id: meter.department.officeId, ...reportSchedule(n) },
  })),
  'PUT /report-schedules/{id}': about(ADMINISTRATORS, ({ reportScheduleId }, n) => ({
    path: `/report-schedules/${reportScheduleId}`,
    body: { ...reportSchedule(n), version: n },
  })),
  'DELETE /report-schedules/{id}': about(ADMINISTRATORS, ({ reportScheduleId }, n) => ({
    path: `/report-schedules/${reportScheduleId}?version=${n + 1_000}`,
  })),
  'GET /reports': list('/reports'),
  'GET /reports/monthly': about(ALL, ({ meter }) => ({
    path: `/reports/monthly?officeId=${meter.department.officeId}&month=2026-03`,
  })),
  'GET /reports/yearly/form': about(ALL, ({ meter }) => ({
    path: `/reports/yearly/form?officeId=${meter.department.officeId}&year=2026`,
  })),
  'POST /reports/monthly': about(OWNERS, ({ meter }) => ({
    path: '/reports/monthly',
    body: { office_id: meter.department.officeId, month: '2026-03', report_language: 'ko' },
  })),
  'POST /reports/yearly': about(OWNERS, ({ meter }) => ({
    path: '/reports/yearly',
    body: { office_id: meter.department.officeId, year: 2026, report_language: 'ko', entries: {} },
  })),
  'POST /reports/{id}/cancel': about(OWNERS, ({ reportId }) => ({ path: `/reports/${reportId}/cancel`, body: {} })),
  'GET /reports/{id}/file': about(ALL, ({ reportId }) => ({ path: `/reports/${reportId}/file` })),
  'GET /notification-rules': { ...list('/notification-rules?size=999999'), roles: ADMINISTRATORS },
  'GET /notification-rules/export': { ...file('/notification-rules'), roles: ADMINISTRATORS },
  'GET /notification-rules/{id}': about(ADMINISTRATORS, ({ notificationRuleId }) => ({
    path: `/notification-rules/${notificationRuleId}`,
  })),
  'POST /notification-rules': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/notification-rules',
    body: { organization_id: organization.id, ...notificationRule(n) },
  })),
  'PUT /notification-rules/{id}': about(ADMINISTRATORS, ({ notificationRuleId }, n) => ({
    path: `/notification-rules/${notificationRuleId}`,
    body: { ...notificationRule(n), version: n },
  })),
  'DELETE /notification-rules/{id}': about(ADMINISTRATORS, ({ notificationRuleId }, n) => ({
    path: `/notification-rules/${notificationRuleId}?version=${n + 1_000}`,
  })),
  'POST /notification-rules/test': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/notification-rules/test',
    body: { organization_id: organization.id, ...notificationRule(n) },
  })),
  'POST /notification-rules/preview': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/notification-rules/preview',
    body: { organization_id: organization.id, ...notificationRule(n) },
  })),
  'GET /notifications': { ...list('/notifications?size=999999'), roles: ADMINISTRATORS },
  'GET /notifications/export': { ...file('/notifications'), roles: ADMINISTRATORS },
  'GET /notifications/{id}': about(ADMINISTRATORS, ({ notificationId }) => ({
    path: `/notifications/${notificationId}`,
  })),
  'GET /push': list('/push'),
  'POST /push/subscriptions': {
    roles: ALL,
    ask: () => ({
      path: '/push/subscriptions',
      body: { endpoint: 'https://push.example.com/x', p256dh: P256DH, auth: 'A'.repeat(22) },
    }),
    foreign: 200,
  },
  'DELETE /push/subscriptions': list(
    `/push/subscriptions?endpoint=${encodeURIComponent('https://push.example.com/x')}`,
  ),
  'POST /notifications/acknowledge': anybody('/notifications/acknowledge', { token: 'x' }),
  'GET /offices': list('/offices?size=999999'),
  'GET /offices/{id}': about(ALL, ({ meter }) => ({ path: `/offices/${meter.department.officeId}` })),
  'POST /offices': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/offices',
    body: { organization_id: organization.id, name: `N${n}` },
  })),
  'PUT /offices/{id}': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/offices/${meter.department.officeId}`,
    body: { name: `N${n}`, version: n },
  })),
  'DELETE /offices/{id}': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/offices/${meter.department.officeId}?version=${n + 1_000}`,
  })),
  'GET /deleted/{kind}': { ...list('/deleted/office'), roles: ADMINISTRATORS },
  'POST /deleted/{kind}/{id}': about(ADMINISTRATORS, ({ deletedId }) => ({
    path: `/deleted/office/${deletedId}`,
    body: {},
  })),
  'GET /departments': list('/departments?size=999999'),
  'GET /departments/{id}': about(ALL, ({ meter }) => ({ path: `/departments/${meter.department.id}` })),
  'POST /departments': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: '/departments',
    body: { office_id: meter.department.officeId, name: `N${n}` },
  })),
  'PUT /departments/{id}': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/departments/${meter.department.id}`,
    body: { office_id: meter.department.officeId, name: `N${n}`, version: n },
  })),
  'DELETE /departments/{id}': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/departments/${meter.department.id}?version=${n + 1_000}`,
  })),
  'GET /master-sensors': { ...list('/master-sensors'), roles: SUPER },
  'GET /master-sensors/{id}': about(SUPER, () => ({ path: '/master-sensors/1' })),
  'PUT /master-sensors/{id}': about(SUPER, (_, n) => ({
    path: '/master-sensors/1',
    body: { ...masterSensor, version: n },
  })),
  'GET /organization-sensors': list('/organization-sensors?size=999999'),
  'GET /organization-sensors/{id}': about(ALL, ({ sensorId }) => ({ path: `/organization-sensors/${sensorId}` })),
  'PUT /organization-sensors/{id}': about(ADMINISTRATORS, ({ sensorId }, n) => ({
    path: `/organization-sensors/${sensorId}`,
    body: { use: 'Y', inherits: 'Y', version: n },
  })),
  'GET /master-errors': { ...list('/master-errors'), roles: SUPER },
  'GET /master-errors/{id}': about(SUPER, () => ({ path: '/master-errors/1' })),
  'POST /master-errors': {
    roles: SUPER,
    ask: (_, n) => ({ path: '/master-errors', body: { ...masterError, code: `N${n}` } }),
    foreign: 200,
  },
  'PUT /master-errors/{id}': about(SUPER, (_, n) => ({
    path: '/master-errors/1',
    body: { ...masterError, version: n },
  })),
  'DELETE /master-errors/{id}': about(SUPER, (_, n) => ({ path: `/master-errors/1?version=${n + 1_000}` })),
  'GET /organization-errors': list('/organization-errors?size=999999'),
  'GET /organization-errors/{id}': about(ALL, ({ errorId }) => ({ path: `/organization-errors/${errorId}` })),
  'PUT /organization-errors/{id}': about(ADMINISTRATORS, ({ errorId }, n) => ({
    path: `/organization-errors/${errorId}`,
    body: { use: 'Y', version: n },
  })),
  'GET /meters': list('/meters?size=999999'),
  'GET /meters/{id}': about(ALL, ({ meter }) => ({ path: `/meters/${meter.id}` })),
  'POST /meters': about(ADMINISTRATORS, (place, n) => ({ path: '/meters', body: newMeter(place, n) })),
  'PUT /meters/{id}': about(ADMINISTRATORS, (place, n) => ({
    path: `/meters/${place.meter.id}`,
    body: { ...newMeter(place, n), version: n },
  })),
  'DELETE /meters/{id}': about(ADMINISTRATORS, ({ meter }) => ({ path: `/meters/${meter.id}?version=1` })),
  'POST /meters/{id}/secret': about(ADMINISTRATORS, ({ meter }) => ({ path: `/meters/${meter.id}/secret` })),
  'POST /meters/{id}/device': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/meters/${meter.id}/device`,
    body: { code: `R${n}` },
  })),
  'POST /meters/{id}/hand-over': about(ADMINISTRATORS, ({ meter }) => ({ path: `/meters/${meter.id}/hand-over` })),
  'DELETE /meters/{id}/hand-over': about(ADMINISTRATORS, ({ meter }) => ({ path: `/meters/${meter.id}/hand-over` })),
  'PUT /meters/{id}/backfill': about(ADMINISTRATORS, ({ meter }) => ({
    path: `/meters/${meter.id}/backfill`,
    body: { until: null },
  })),
  'GET /meters/{id}/quality': about(ALL, ({ meter }) => ({ path: `/meters/${meter.id}/quality` })),
  'GET /sensors': list('/sensors?size=999999'),
  'GET /sensors/{id}': about(ALL, ({ meter }) => ({ path: `/sensors/${meter.sensorIds[0]}` })),
  'POST /sensors': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: '/sensors',
    body: { meter_id: meter.id, type: 'HCHO', sequence: n, name: `N${n}` },
  })),
  'PUT /sensors/{id}': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/sensors/${meter.sensorIds[0]}`,
    body: { name: `N${n}`, version: n },
  })),
  'DELETE /sensors/{id}': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: `/sensors/${meter.sensorIds[0]}?version=${n + 1_000}`,
  })),
  'GET /purifiers': list('/purifiers?size=999999'),
  'GET /purifiers/{id}': about(ALL, ({ purifierId }) => ({ path: `/purifiers/${purifierId}` })),
  'POST /purifiers': about(ADMINISTRATORS, ({ meter }, n) => ({
    path: '/purifiers',
    body: { meter_id: meter.id, number: n, name: `N${n}` },
  })),
  'PUT /purifiers/{id}': about(ADMINISTRATORS, ({ purifierId }, n) => ({
    path: `/purifiers/${purifierId}`,
    body: { number: n, name: `N${n}`, version: n },
  })),
  'DELETE /purifiers/{id}': about(ADMINISTRATORS, ({ purifierId }, n) => ({
    path: `/purifiers/${purifierId}?version=${n + 1_000}`,
  })),
  'GET /purifiers/current': list('/purifiers/current?size=999999'),
  'GET /purifiers/filters': about(ALL, ({ purifierId }) => ({ path: `/purifiers/filters?purifierId=${purifierId}` })),
  'GET /purifiers/{id}/effect': about(ALL, ({ purifierId }) => ({ path: `/purifiers/${purifierId}/effect?${PERIOD}` })),
  'GET /purifiers/{id}/switch-off-tests': about(ALL, ({ purifierId }) => ({
    path: `/purifiers/${purifierId}/switch-off-tests`,
  })),
  'POST /purifiers/{id}/switch-off-tests': about(ALL, ({ purifierId }) => ({
    path: `/purifiers/${purifierId}/switch-off-tests`,
  })),
  'DELETE /purifiers/{id}/switch-off-tests': about(ALL, ({ purifierId }) => ({
    path: `/purifiers/${purifierId}/switch-off-tests`,
  })),
  'GET /purifiers/{id}/filters/replacements': about(ALL, ({ purifierId }) => ({
    path: `/purifiers/${purifierId}/filters/replacements`,
  })),
  'POST /purifiers/{id}/filters/{number}/replacements': about(ALL, ({ purifierId }) => ({
    path: `/purifiers/${purifierId}/filters/1/replacements`,
    body: { last_id: null },
  })),
  'GET /unregistered': list('/unregistered?size=999999'),
  'GET /unregistered/{id}': about(ALL, ({ unregisteredId }) => ({ path: `/unregistered/${unregisteredId}` })),
  'GET /unregistered/{id}/readings': about(ALL, ({ unregisteredId }) => ({
    path: `/unregistered/${unregisteredId}/readings`,
  })),
  'PUT /unregistered/{id}': about(ADMINISTRATORS, ({ unregisteredId }, n) => ({
    path: `/unregistered/${unregisteredId}`,
    body: { blocked: 'Y', version: n },
  })),
  'DELETE /unregistered/{id}': about(ADMINISTRATORS, ({ unregisteredId }, n) => ({
    path: `/unregistered/${unregisteredId}?version=${n + 1_000}`,
  })),
  'POST /unregistered/{id}/registration': about(ADMINISTRATORS, ({ meter, unregisteredId }, n) => ({
    path: `/unregistered/${unregisteredId}/registration`,
    body: { department_id: meter.department.id, name: `N${n}` },
  })),
  'GET /alarms': list('/alarms?size=999999'),
  'GET /alarms/export': file('/alarms'),
  'GET /alarms/history': list('/alarms/history?size=999999'),
  'GET /alarms/history/export': file('/alarms/history'),
  'GET /alarms/history/counts': list('/alarms/history/counts?unit=day&startTime=2026-01-01&endTime=2026-12-31'),
  'GET /alarms/counts': list('/alarms/counts'),
  'GET /alarms/raised': list('/alarms/raised?after=0'),
  'GET /sensor-health/visits': list('/sensor-health/visits'),
  'GET /alarms/quality': list('/alarms/quality?days=30'),
  'GET /alarms/instructions': about(ALL, ({ meter }) => ({
    path: `/alarms/instructions?code=A004&organizationId=${meter.department.organizationId}`,
  })),
  'GET /alarms/{id}': about(ALL, ({ alarmId }) => ({ path: `/alarms/${alarmId}` })),
  'GET /alarms/{id}/evidence': about(ALL, ({ alarmId }) => ({ path: `/alarms/${alarmId}/evidence` })),
  'GET /alarms/{id}/instruction': about(ALL, ({ alarmId }) => ({ path: `/alarms/${alarmId}/instruction` })),
  'GET /alarms/{id}/photo': about(ALL, ({ alarmId }) => ({ path: `/alarms/${alarmId}/photo` })),
  'POST /alarms/reports': about(ALL, ({ meter }) => ({
    path: '/alarms/reports',
    body: { place_kind: 'meter', place_id: meter.id, kind: 'REPORT', text: 'x', key: randomUUID() },
  })),
  'PUT /alarms/{id}': about(ALL, ({ alarmId }) => ({ path: `/alarms/${alarmId}`, body: { action: 'UNSHELVE' } })),
  // One of another organization is answered as missing.
  'PUT /alarms': {
    roles: ALL,
    ask: ({ alarmId }) => ({ path: '/alarms', body: { action: 'UNSHELVE', ids: [alarmId] } }),
    foreign: 200,
  },
  'DELETE /alarms/{id}': about(ADMINISTRATORS, ({ alarmId }) => ({ path: `/alarms/${alarmId}` })),
  'POST /alarms/{id}/restore': about(ADMINISTRATORS, ({ alarmId }) => ({ path: `/alarms/${alarmId}/restore` })),
  'GET /control/purifiers': list('/control/purifiers?size=999999'),
  'POST /control/preview': about(ALL, ({ purifierId }) => ({
    path: '/control/preview',
    body: { purifier_ids: [purifierId], command: 'POWER', action: 'ON' },
  })),
  'POST /control/commands': about(ALL, ({ purifierId }) => ({
    path: '/control/commands',
    body: { batch_id: randomUUID(), purifier_ids: [purifierId], command: 'POWER', action: 'ON' },
  })),
  'GET /control/commands': list('/control/commands?size=999999'),
  'GET /control/commands/export': file('/control/commands'),
  'GET /control/commands/counts': list('/control/commands/counts?unit=day&startTime=2026-01-01&endTime=2026-12-31'),
  'GET /control/commands/{id}': about(ALL, ({ commandId }) => ({ path: `/control/commands/${commandId}` })),
  'GET /control/auto-modes': list('/control/auto-modes?size=999999'),
  'GET /control/auto-modes/{id}': about(ALL, ({ purifierId }) => ({ path: `/control/auto-modes/${purifierId}` })),
  'PUT /control/auto-modes/{id}': about(ALL, ({ purifierId }, n) => ({
    path: `/control/auto-modes/${purifierId}`,
    body: { use: 'Y', thresholds, override_min: 60, version: n },
  })),
  'POST /control/auto-modes/{id}/copy': about(ALL, ({ purifierId }) => ({
    path: `/control/auto-modes/${purifierId}/copy`,
    body: { purifier_ids: [purifierId], is_preview: false },
  })),
  'PUT /control/auto-modes/{id}/override': about(ALL, ({ purifierId }) => ({
    path: `/control/auto-modes/${purifierId}/override`,
    body: { minutes: 60 },
  })),
  'DELETE /control/auto-modes/{id}/override': about(ALL, ({ purifierId }) => ({
    path: `/control/auto-modes/${purifierId}/override`,
  })),
  'POST /control/auto-modes/{id}/dry-run': about(ALL, ({ purifierId }) => ({
    path: `/control/auto-modes/${purifierId}/dry-run`,
    body: { thresholds },
  })),
  'POST /control/auto-modes/sync': about(ALL, ({ purifierId }) => ({
    path: '/control/auto-modes/sync',
    body: { purifier_ids: [purifierId] },
  })),
  'GET /timetables': list('/timetables?size=999999'),
  'GET /timetables/export': file('/timetables'),
  'GET /timetables/purifiers': about(ALL, ({ organization }) => ({
    path: `/timetables/purifiers?organizationId=${organization.id}`,
  })),
  'POST /timetables/preview': about(ALL, ({ organization }) => ({
    path: '/timetables/preview',
    body: { organization_id: organization.id, week: EMPTY_WEEK },
  })),
  'GET /timetables/{id}': about(ALL, ({ timetableId }) => ({ path: `/timetables/${timetableId}` })),
  'GET /timetables/{id}/runs': about(ALL, ({ timetableId }) => ({ path: `/timetables/${timetableId}/runs` })),
  'POST /timetables': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/timetables',
    body: { organization_id: organization.id, name: `N${n}`, week: EMPTY_WEEK },
  })),
  'PUT /timetables/{id}': about(ADMINISTRATORS, ({ timetableId }, n) => ({
    path: `/timetables/${timetableId}`,
    body: { name: `N${n}`, week: EMPTY_WEEK, version: n },
  })),
  'DELETE /timetables/{id}': about(ADMINISTRATORS, ({ timetableId }, n) => ({
    path: `/timetables/${timetableId}?version=${n + 1_000}`,
  })),
  'GET /linked-accounts': list('/linked-accounts'),
  'POST /linked-accounts': {
    roles: ALL,
    ask: ({ user }) => ({ path: '/linked-accounts', body: { code: '00000009', id: user.login, password: 'wrong' } }),
    // The answer to any wrong login.
    foreign: 400,
  },
  'DELETE /linked-accounts/{id}': about(ALL, ({ user }) => ({ path: `/linked-accounts/${user.id}` })),
  'POST /linked-accounts/{id}/session': about(ALL, ({ user }) => ({ path: `/linked-accounts/${user.id}/session` })),
  'GET /users/{id}/places': about(ADMINISTRATORS, ({ user }) => ({ path: `/users/${user.id}/places` })),
  'PUT /users/{id}/places': about(ADMINISTRATORS, ({ user }, n) => ({
    path: `/users/${user.id}/places`,
    body: { limited: 'N', version: n + 1_000, organization_ids: [], office_ids: [], department_ids: [] },
  })),
  'GET /devices/start': { roles: ADMINISTRATORS, ask: () => ({ path: '/devices/start' }), foreign: 200 },
  'GET /gateways': list('/gateways?size=999999'),
  'GET /gateways/{id}': about(ALL, ({ gatewayId }) => ({ path: `/gateways/${gatewayId}` })),
  'DELETE /gateways/{id}': about(ADMINISTRATORS, ({ gatewayId }, n) => ({
    path: `/gateways/${gatewayId}?version=${n + 1_000}`,
  })),
  'POST /gateways/{id}/secret': about(ADMINISTRATORS, ({ gatewayId }) => ({ path: `/gateways/${gatewayId}/secret` })),
  'POST /gateways': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/gateways',
    body: { organization_id: organization.id, code: `G${n}` },
  })),
  'POST /doors/{token}': anybody(`/doors/${MARK}-door`, {}),
  'GET /door-parts': list('/door-parts'),
  'GET /device-doors': list('/device-doors?size=999999'),
  'GET /device-doors/export': file('/device-doors'),
  'GET /device-doors/{id}': about(ALL, ({ doorId }) => ({ path: `/device-doors/${doorId}` })),
  'POST /device-doors': about(ADMINISTRATORS, ({ organization }, n) => ({
    path: '/device-doors',
    body: { organization_id: organization.id, name: `N${n}`, kind: 'HTTP' },
  })),
  'PUT /device-doors/{id}': about(ADMINISTRATORS, ({ doorId }, n) => ({
    path: `/device-doors/${doorId}`,
    body: { name: `N${n}`, version: n + 1_000 },
  })),
  'DELETE /device-doors/{id}': about(ADMINISTRATORS, ({ doorId }, n) => ({
    path: `/device-doors/${doorId}?version=${n + 1_000}`,
  })),
  'POST /device-doors/{id}/secret': about(ADMINISTRATORS, ({ doorId }) => ({ path: `/device-doors/${doorId}/secret` })),
  'GET /door-devices': list('/door-devices?size=999999'),
  'GET /door-devices/export': file('/door-devices'),
  'GET /door-devices/{id}': about(ALL, ({ doorDeviceId }) => ({ path: `/door-devices/${doorDeviceId}` })),
  'GET /door-devices/{id}/preview': about(ALL, ({ doorDeviceId }) => ({
    path: `/door-devices/${doorDeviceId}/preview`,
  })),
  'POST /door-devices': about(ADMINISTRATORS, ({ doorId }, n) => ({
    path: '/door-devices',
    body: { door_id: doorId, address: `N${n}` },
  })),
  'PUT /door-devices/{id}': about(ADMINISTRATORS, ({ doorDeviceId }, n) => ({
    path: `/door-devices/${doorDeviceId}`,
    body: { version: n + 1_000 },
  })),
  'DELETE /door-devices/{id}': about(ADMINISTRATORS, ({ doorDeviceId }, n) => ({
    path: `/door-devices/${doorDeviceId}?version=${n + 1_000}`,
  })),
  // No device of this door is asked.
  'POST /door-devices/{id}/read': about(ADMINISTRATORS, ({ doorDeviceId }) => ({
    path: `/door-devices/${doorDeviceId}/read`,
  })),
  'GET /installation': operators(() => ({ path: '/installation' })),
  'PUT /installation/settings': operators((_, n) => ({
    path: '/installation/settings',
    body: { ...installationSettings, version: n + 1_000 },
  })),
  'POST /installation/runs': operators(() => ({ path: '/installation/runs', body: { kind: 'BACKUP' } })),
  'POST /organizations/{id}/enrolment': about(ADMINISTRATORS, ({ organization }) => ({
    path: `/organizations/${organization.id}/enrolment`,
    body: {},
  })),
};

/** Reading what belongs to the installation, and to an organization, as a whole. */
const OF_INSTALLATION = /^GET \/master-(sensors|errors)(\/|$)/;
const OF_ORGANIZATION =
  /^GET \/(organizations|organization-sensors|organization-errors|notices|own-limits|history\/limit-packs)(\/|$)/;
/** Changes that no API token makes: of the own account, of users and of tokens. */
const PERSONAL =
  / \/(users|sessions|second-factor|linked-accounts|logout|api-tokens|saved-views|push|sign-on-providers)(\/|$)/;
/** They belong to the right to change: a token that may only read cannot ask them. */
const OF_CHANGES = new Set([
  ...['GET /organizations/{id}/retention/preview', 'GET /organizations/{id}/codes', 'GET /deleted/{kind}'],
  'GET /users/{id}/places',
  ...['GET /control/purifiers', 'GET /control/auto-modes', 'GET /control/auto-modes/{id}', 'GET /devices/start'],
]);
const READS = (name: string): boolean =>
  (name.startsWith('GET ') && !name.endsWith('/import/template') && !OF_CHANGES.has(name)) ||
  name === 'POST /timetables/preview';

let database: TestDatabase;
let web: WebServer;
let own: Place;
let foreign: Place;
/** In the own organization, below another office. */
let sibling: Place;
/** Tokens of people who are limited: SUPER_ roles to the own organization, LOCAL_ roles to the own department. */
const limitedTokens = {} as Record<Role, string>;
let wallToken: string;
/** API tokens of SUPER_ADMIN, which reaches every route but those of wall displays. */
let readToken: string;
let writeToken: string;
const users = {} as Record<Role, TestUser>;

const aPlace = async (mark: string, within?: TestOrganization): Promise<Place> => {
  const { db } = database;
  const organization = within ?? (await anOrganization(db, { name: `${mark} organization` }));
  const department = await aDepartment(db, { organizationId: organization.id, name: `${mark} department` });
  const meter = await aMeter(db, { department, name: `${mark} meter`, code: mark, sensors: ['CO2'] });
  const purifierId = await aPurifier(db, meter.id, 1, `${mark} purifier`);
  await db.query(
    sql`insert into rejection values (${organization.id}, ${mark}, 'CO2', 'CONFLICT', 1, now(), now(), '1')`,
  );
  await db.query(sql`insert into quarantine
    (organization_id, device_code, reason, measured_time, received_time, channel, value)
    values (${organization.id}, ${mark}, 'FUTURE', now(), now(), '{401}', '{812}')`);
  const firstOf = async (table: 'organization_sensor' | 'organization_error'): Promise<number> => {
    const { rows } = await db.query<{ id: number }>(
      sql`select min(id) as id from ${raw(table)} where organization_id = ${organization.id}`,
    );
    return rows[0]?.id ?? 0;
  };
  const idOf = async (statement: ReturnType<typeof sql>): Promise<number> =>
    (await db.query<{ id: number }>(statement)).rows[0]?.id ?? 0;
  const alarmId = await idOf(sql`insert into alarm (organization_id, meter_id, organization_name, meter_name, category,
      code, source, severity, description, since_time, occurred_time)
    values (${organization.id}, ${meter.id}, ${organization.name}, ${mark}, 'METER', 'M001', 'SILENCE', 'CRITICAL',
      ${mark}, '2026-03-01', '2026-03-01') returning id`);
  await db.query(sql`insert into alarm_photo values (${alarmId}, 'image/jpeg', '')`);
  const notificationRuleId = await idOf(sql`insert into notification_rule (organization_id, name, severity,
      alarm_category, channel, recipients, delivery, critical_passes, message_language)
    values (${organization.id}, ${mark}, 'MAJOR', 'ALL', 'MAIL', 'x@example.com', 'NOW', 'Y', 'ko') returning id`);
  const user = await aUser(db, { organization, name: `${mark} user` });
  const deletedId = await anOffice(db, organization.id, `${mark} deleted`);
  await db.query(sql`delete from office where id = ${deletedId}`);
  const doorId = await idOf(sql`insert into door (organization_id, name, kind, secret_hash)
    values (${organization.id}, ${mark}, 'HTTP', sha256(${Buffer.from(`${mark}-door`)})) returning id`);
  return {
    deletedId,
    organization,
    meter,
    notificationRuleId,
    notificationId:
      await idOf(sql`insert into notification (organization_id, rule_id, alarm_id, step, channel, receiver,
        target, due_time, next_time, state)
      values (${organization.id}, ${notificationRuleId}, ${alarmId}, 0, 'MAIL', ${mark}, 'x', now(), now(), 'SENT')
      returning id`),
    purifierId,
    floorPlanId: await idOf(sql`insert into floor_plan (organization_id, office_id, name, format, width, height, image)
      values (${organization.id}, ${department.officeId}, ${mark}, 'PNG', 16, 16, '\\x00') returning id`),
    sensorId: await firstOf('organization_sensor'),
    errorId: await firstOf('organization_error'),
    unregisteredId: await idOf(sql`insert into unregistered_device
      (organization_id, code, ip, first_seen_time, last_seen_time, message_count)
      values (${organization.id}, ${`${mark}-NEW`}, '10.0.0.9', now(), now(), 1) returning id`),
    gatewayId: await idOf(sql`insert into device_credential (organization_id, code, kind, secret_hash)
      values (${organization.id}, ${`${mark}-GW`}, 'GATEWAY', '\\x01') returning id`),
    doorId,
    doorDeviceId: await idOf(sql`insert into door_device (organization_id, door_id, address)
      values (${organization.id}, ${doorId}, ${`${mark}-DEVICE`}) returning id`),
    noticeId: await idOf(
      sql`insert into notice (organization_id, content) values (${organization.id}, ${mark}) returning id`,
    ),
    localServerId: await idOf(sql`insert into local_server (organization_id, name, ip, port)
      values (${organization.id}, ${mark}, '10.0.0.1', 1883) returning id`),
    signOnProviderId: await idOf(sql`insert into sign_on_provider (organization_id, name, issuer, client_id,
        client_secret, scopes, login_claim, name_claim, email_claim, use)
      values (${organization.id}, ${mark}, 'https://login.example', 'x', '\\x01', 'openid', 'sub', 'name', 'email', 'N')
      on conflict do nothing returning id`),
    alarmId,
    commandId: await idOf(sql`insert into command (batch_id, organization_id, meter_id, purifier_id, organization_name,
        office_name, department_name, meter_name, air_name, origin, command, action, requested_time, expires_time)
      values (gen_random_uuid(), ${organization.id}, ${meter.id}, ${purifierId}, ${mark}, ${mark}, ${mark}, ${mark},
        ${mark}, 'PERSON', 'POWER', 'ON', '2026-03-01', '2026-03-01') returning id`),
    alarmRuleId: await idOf(sql`insert into alarm_rule (organization_id, code, sensor_type, bound)
      values (${organization.id}, ${within ? 'A003' : 'A002'}, 'CO2', 1000) returning id`),
    timetableId: await idOf(sql`insert into timetable (organization_id, name, week, exceptions, executed_until)
      values (${organization.id}, ${mark}, '[[],[],[],[],[],[],[]]', '[]', now()) returning id`),
    wallDisplayId: await idOf(sql`insert into wall_display (organization_id, name, wall_level, seconds, language)
      values (${organization.id}, ${mark}, 'OFFICE', 15, 'ko') returning id`),
    auditStreamId: await idOf(sql`insert into audit_stream (organization_id, name, records, url, secret, position,
        next_time)
      values (${organization.id}, ${mark}, 'AUDIT', 'https://127.0.0.1/', '\\x01', 0, now()) returning id`),
    decoderId: await idOf(sql`insert into decoder (organization_id, name, source, source_hash)
      values (${organization.id}, ${mark}, ${DECODER}, 'x') returning id`),
    windowId: await idOf(sql`insert into maintenance_window (organization_id, begin_time, end_time, reason)
      values (${organization.id}, now() + interval '1 day', now() + interval '2 days', ${mark}) returning id`),
    factsId: await idOf(sql`insert into facility_facts (organization_id, department_id, valid_from)
      values (${organization.id}, ${meter.department.id}, '2009-01-01') returning id`),
    reportId: await idOf(sql`with made as (insert into report (kind, organization_id, office_id, organization_name,
        office_name, period, language, requested_time)
      values ('MONTHLY', ${organization.id}, ${meter.department.officeId}, ${mark}, ${mark}, '2026-02', 'ko', now())
      returning id), file as (insert into report_file select id, 'pdf', 'x' from made) select id from made`),
    reportScheduleId: await idOf(sql`insert into report_schedule (organization_id, office_id, send_day, send_hour,
        recipients, language)
      values (${organization.id}, ${meter.department.officeId}, 1, 8, ${`${mark}@example.com`}, 'ko') returning id`),
    ownLimitId: await idOf(sql`insert into own_limit (organization_id, pack_name, type, limit_direction, limit_value,
        limit_basis, averaging, counted_hours, least_share, least_data, valid_from)
      values (${organization.id}, ${mark}, 'CO2', 'AT_MOST', 900, 'ABSOLUTE', 'HOUR', 'OPEN', 100, 75, '2026-01-01')
      returning id`),
    savedViewId: await idOf(sql`insert into saved_view (user_id, name, address)
      values (${user.id}, ${mark}, '/monitoring/agency') returning id`),
    apiTokenId: await idOf(sql`insert into api_token (user_id, name, access, token_hash, expires_time)
      values (${user.id}, ${mark}, 'READ', sha256(${Buffer.from(mark)}), now() + interval '1 day') returning id`),
    user,
  };
};

let decoderProgram: URL;

beforeAll(async () => {
  decoderProgram = buildDecoderWorker();
  database = await testDatabase();
  const { db } = database;
  [own, foreign] = [await aPlace('OWN'), await aPlace(MARK)];
  sibling = await aPlace(SIBLING_MARK, own.organization);
  for (const authority of ROLES) users[authority] = await aUser(db, { organization: own.organization, authority });
  await db.query(
    sql`update organization set public_slug = ${PUBLIC_SLUG} where id = ${(own as Place).organization.id}`,
  );
  web = await openWebServer(database, [], { decoderProgram });
  for (const authority of ROLES) limitedTokens[authority] = await aLimitedToken(authority);
  wallToken = randomBytes(32).toString('base64url');
  await db.query(sql`
    update wall_display set token_hash = sha256(${Buffer.from(wallToken)}), plan_ids = array[${(own as Place).floorPlanId}::integer]
    where id = ${(own as Place).wallDisplayId}`);
  const addToken = async (access: 'READ' | 'WRITE'): Promise<string> => {
    const token = `airdeck_${randomBytes(32).toString('base64url')}`;
    await db.query(sql`insert into api_token (user_id, name, access, token_hash, expires_time)
      values (${users.SUPER_ADMIN.id}, ${access}, ${access}, sha256(${Buffer.from(token)}), now() + interval '1 day')`);
    return token;
  };
  [readToken, writeToken] = [await addToken('READ'), await addToken('WRITE')];
});
afterAll(async () => {
  await web.close();
  await database.close();
});

/** A session of a new user who is limited to the own place. */
const aLimitedToken = async (authority: Role): Promise<string> => {
  const user = await aUser(database.db, { organization: own.organization, authority });
  const isSuper = authority.startsWith('SUPER_');
  await database.db.query(sql`update app_user set limited = 'Y' where id = ${user.id}`);
  await database.db.query(sql`insert into user_place (user_id, organization_id, department_id)
    values (${user.id}, ${isSuper ? own.organization.id : null}, ${isSuper ? null : own.meter.department.id})`);
  return openSession(user);
};

const openSession = async ({ code, login, password }: TestUser): Promise<string> => {
  const response = await fetch(`${web.base}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, id: login, password }),
  });
  return ((await response.json()) as { access_token: string }).access_token;
};

const tokens = new Map<Role, string>();

/** A token of the role's session, which is opened again after a route that ended it. */
const tokenOf = async (role: Role): Promise<string> => {
  const known = tokens.get(role);
  if (known !== undefined) return known;
  const token = await openSession(users[role]);
  tokens.set(role, token);
  return token;
};

const askAs = async (role: Role, name: string, request: Request) => {
  const answer = await send(name, request, await tokenOf(role));
  if (name === 'POST /logout') tokens.delete(role);
  return answer;
};

const send = async (name: string, { path, body, file }: Request, token: string | null) => {
  const response = await fetch(`${web.base}${path}`, {
    method: name.slice(0, name.indexOf(' ')),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
      ...(file && { 'content-type': 'application/octet-stream' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(file && { body: file }),
  });
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
};

let number = 0;
const next = (): number => (++number % 99) + 1;

it('has a row for every route of the server, and no other', async () => {
  const document = await (await fetch(`${web.base}/openapi.json`)).json();
  const { paths } = document as { paths: Record<string, object> };
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(API_BASE, '')}`),
  );
  expect(routes.toSorted()).toEqual(Object.keys(TABLE).toSorted());
});

it('describes its routes in at most 1,024 bytes each on average, with references that all resolve', async () => {
  const text = await (await fetch(`${web.base}/openapi.json`)).text();
  const advice = 'export schemas that several routes use from packages/contract, so that the document shares them';
  expect(text.length, advice).toBeLessThanOrEqual(Object.keys(TABLE).length * 1024);
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, object> } };
  expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Alarm', 'Meter', 'Organization']));
  expect(JSON.stringify(dereferenced(JSON.parse(text)))).not.toContain('#/components/');
});

it('every list that people administer can be had as a file', () => {
  const administered = Object.keys(TABLE).flatMap((name) => /^PUT (\/[^/]+)\/\{id\}$/.exec(name)?.[1] ?? []);
  expect(administered.map((path) => `GET ${path}/export`).filter((name) => !(name in TABLE))).toEqual([]);
});

describe.each(Object.entries(TABLE))('%s', (name, { roles, ask, foreign: status }) => {
  it('without a session', async () => {
    const answer = await send(name, ask(own, next()), null);
    if (roles === 'anybody') expect([401, 403, 404]).not.toContain(answer.status);
    else expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'INVALID_TOKEN']);
  });

  it("with a wall display's token", async () => {
    const answer = await send(name, ask(own, next()), wallToken);
    if (roles === 'anybody') expect([401, 403, 404]).not.toContain(answer.status);
    else if (roles === 'wall') expect(answer.status).toBe(200);
    else expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'INVALID_TOKEN']);
    expect(answer.text).not.toContain(MARK);
  });

  it('with an API token of SUPER_ADMIN', async () => {
    if (roles === 'anybody') return;
    const reads = await send(name, ask(own, next()), readToken);
    const writes = await send(name, ask(own, next()), writeToken);
    if (roles === 'wall') expect([reads.status, writes.status]).toEqual([401, 401]);
    else {
      expect(reads.status === 403, 'a token that may only read').toBe(!READS(name) || !roles.includes('SUPER_ADMIN'));
      expect(writes.status === 403, 'a token that may write').toBe(
        (!READS(name) && PERSONAL.test(name)) || !roles.includes('SUPER_ADMIN'),
      );
      expect([reads.status, writes.status]).not.toContain(401);
    }
  });

  it.each(ROLES)('as %s', async (role) => {
    if (roles === 'anybody') return;
    const answer = await askAs(role, name, ask(own, next()));
    if (roles === 'wall') {
      expect([answer.status, JSON.parse(answer.text).code]).toEqual([401, 'INVALID_TOKEN']);
      return;
    }
    if (roles.includes(role)) expect([401, 403]).not.toContain(answer.status);
    else expect([answer.status, JSON.parse(answer.text).code]).toEqual([403, 'ACCESS_DENIED']);
    expect(answer.text).not.toMatch(/"password":"[^"]|\$argon2|secret_hash/);
    if (role.startsWith('LOCAL_')) expect(answer.text).not.toContain(MARK);
  });

  it.each(ROLES)('as %s who is limited, about what is not assigned, which changes nothing', async (role) => {
    // The session of a limited person is kept for all routes.
    if (roles === 'anybody' || roles === 'wall' || name === 'POST /logout') return;
    const isSuper = role.startsWith('SUPER_');
    const answer = await send(name, ask(isSuper ? foreign : sibling, next()), limitedTokens[role]);
    const isWhole = (isSuper ? OF_INSTALLATION : OF_ORGANIZATION).test(name);
    const mayAnswer = status === 200 || name.startsWith('GET ');
    expect([403, 404, ...(mayAnswer ? [200] : []), ...(status === 400 ? [400] : [])]).toContain(answer.status);
    if (!isWhole) expect(answer.text).not.toMatch(isSuper ? MARK : SIBLING_MARK);
  });

  it.each(['LOCAL_ADMIN', 'LOCAL_USER'] as const)("as %s, about another organization's", async (role) => {
    if (roles === 'anybody' || roles === 'wall') return;
    const answer = await askAs(role, name, ask(foreign, next()));
    const expected = roles.includes(role) ? [status] : [403, 404];
    expect([...expected, ...(status === 200 ? [404] : [])]).toContain(answer.status);
    expect(answer.text).not.toContain(MARK);
    const { rows } = await database.db.query(sql`select from audit where organization_id = ${foreign.organization.id}
      and user_login in (${users.LOCAL_ADMIN.login}, ${users.LOCAL_USER.login})`);
    expect(rows).toEqual([]);
  });
});
