import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../role.ts';
import { assignableRoles, isWithin, may, type Owner, rolesThat, type Scope, scopeOf } from './may.ts';
import { ACTIONS, type Action, ENTITIES, type Entity, type Reach } from './policies.ts';

type Expected = Reach | 'some' | 'places' | 'no';

/** One cell of the roles table: the allowed actions, and whose rows they reach. */
type Cell = readonly [actions: string, scope: Expected];

const NOTHING: Cell = ['', 'no'];
const CHANGE = 'read create write delete';

/** Columns: SUPER_ADMIN, SUPER_USER, LOCAL_ADMIN, LOCAL_USER. */
const SITE: Cell[] = [
  [CHANGE, 'all'],
  ['read', 'all'],
  [CHANGE, 'own'],
  ['read', 'own'],
];
const MASTER: Cell[] = [[CHANGE, 'all'], [CHANGE, 'all'], NOTHING, NOTHING];

const EVERYBODY_READS: Cell[] = [
  ['read', 'all'],
  ['read', 'all'],
  ['read', 'own'],
  ['read', 'own'],
];

const TABLE: Record<Entity, Cell[]> = {
  account: [
    ['read write', 'self'],
    ['read write', 'self'],
    ['read write', 'self'],
    ['read write', 'self'],
  ],
  readings: EVERYBODY_READS,
  audit: [['read', 'all'], NOTHING, ['read', 'own'], NOTHING],
  users: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  api_tokens: [['read create delete', 'all'], ['read create delete', 'self'], ['read create delete', 'self'], NOTHING],
  sign_on_providers: [[CHANGE, 'all'], NOTHING, NOTHING, NOTHING],
  master_sensors: MASTER,
  master_errors: MASTER,
  local_servers: MASTER,
  organizations: [
    [CHANGE, 'all'],
    ['read', 'all'],
    ['read write', 'own'],
    ['read', 'own'],
  ],
  offices: SITE,
  departments: SITE,
  organization_sensors: SITE,
  organization_errors: SITE,
  meters: SITE,
  gateways: SITE,
  unregistered: SITE,
  doors: SITE,
  door_devices: SITE,
  decoders: SITE,
  sensors: SITE,
  purifiers: [
    [`${CHANGE} control`, 'all'],
    ['read control', 'all'],
    [`${CHANGE} control`, 'own'],
    ['read control', 'own'],
  ],
  timetables: SITE,
  notices: SITE,
  maintenance_windows: SITE,
  facility_facts: SITE,
  own_limits: SITE,
  reports: [
    ['read create', 'all'],
    ['read create', 'all'],
    ['read create', 'own'],
    ['read', 'own'],
  ],
  report_schedules: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  alarm_rules: SITE,
  notification_rules: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  audit_streams: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  wall_displays: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  alarms: [
    ['read create handle delete', 'all'],
    ['read create handle', 'all'],
    ['read create handle delete', 'own'],
    ['read create handle', 'own'],
  ],
  login_history: [
    ['read', 'all'],
    ['read', 'all'],
    ['read', 'own'],
    ['read', 'self'],
  ],
  control_history: EVERYBODY_READS,
  installation: [['read create write', 'all'], NOTHING, NOTHING, NOTHING],
};

function expectedScope([actions, scope]: Cell, action: Action): Expected {
  return actions.split(' ').includes(action) ? scope : 'no';
}

const ACTOR = { userId: 7, organizationId: 3, assigned: null };
const reachOf = (role: Role, action: Action, entity: Entity): Expected =>
  scopeOf({ ...ACTOR, authority: role }, action, entity)?.reach ?? 'no';

describe('scopeOf and may', () => {
  const cells = ENTITIES.flatMap((entity) =>
    ROLES.map((role, column) => ({ entity, role, cell: TABLE[entity][column] ?? NOTHING })),
  );

  it.each(cells)('$role with $entity: $cell', ({ entity, role, cell }) => {
    for (const action of ACTIONS) {
      const expected = expectedScope(cell, action);
      expect(reachOf(role, action, entity), action).toBe(expected);
      expect(may(role, action, entity), action).toBe(expected !== 'no');
      expect(rolesThat(action, entity).includes(role), action).toBe(expected !== 'no');
    }
  });

  it.each([
    ['SUPER_ADMIN', 'read', 'meters', { reach: 'all' }],
    ['LOCAL_USER', 'read', 'meters', { reach: 'own', organizationId: 3 }],
    ['LOCAL_USER', 'read', 'login_history', { reach: 'self', organizationId: 3, userId: 7 }],
    ['LOCAL_USER', 'write', 'meters', null],
  ] as const)('%s to %s %s: whose rows, and no more', (authority, action, entity, scope) => {
    expect(scopeOf({ ...ACTOR, authority }, action, entity)).toStrictEqual(scope);
  });

  it('has a row in the table for every entity', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(ENTITIES.toSorted());
  });
});

describe('with an API token', () => {
  const PERSONAL: readonly Entity[] = ['account', 'users', 'api_tokens', 'sign_on_providers'];
  const cells = ENTITIES.flatMap((entity) => ROLES.map((authority) => ({ entity, authority })));

  it.each(cells)('$authority reads $entity as in a session, and changes no more than the token allows', (cell) => {
    const { entity, authority } = cell;
    for (const action of ACTIONS) {
      const own = scopeOf({ ...ACTOR, authority }, action, entity);
      const [reads, writes] = (['READ', 'WRITE'] as const).map((tokenAccess) =>
        scopeOf({ ...ACTOR, authority, tokenAccess }, action, entity),
      );
      expect(reads, action).toEqual(action === 'read' ? own : null);
      expect(writes, action).toEqual(action === 'read' || !PERSONAL.includes(entity) ? own : null);
    }
  });
});

describe('isWithin', () => {
  const own = { organizationId: 3 };
  const other = { organizationId: 4 };

  it.each([
    ['all', 'SUPER_USER', 'meters', [own, other, { ...other, userId: 7 }], []],
    ['own', 'LOCAL_ADMIN', 'meters', [own, { ...own, userId: 8 }], [other, { ...other, userId: 7 }]],
    [
      'self',
      'LOCAL_USER',
      'login_history',
      [{ ...own, userId: 7 }],
      [own, { ...own, userId: 8 }, { ...other, userId: 7 }],
    ],
  ] as const)('%s', (_, authority, entity, inside, outside) => {
    const scope = scopeOf({ ...ACTOR, authority }, 'read', entity);
    if (scope === null) throw new Error(`${authority} reads no ${entity}`);
    expect(inside.map((owner) => isWithin(scope, owner))).toEqual(inside.map(() => true));
    expect(outside.map((owner) => isWithin(scope, owner))).toEqual(outside.map(() => false));
  });
});

it('lets administrators assign LOCAL_ roles only, and others none', () => {
  expect(ROLES.map(assignableRoles)).toEqual([['LOCAL_ADMIN', 'LOCAL_USER'], [], ['LOCAL_ADMIN', 'LOCAL_USER'], []]);
});

it('has four roles and six actions', () => {
  expect(ROLES).toEqual(['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER']);
  expect(ACTIONS).toEqual(['read', 'create', 'write', 'delete', 'control', 'handle']);
});

describe('limited to places', () => {
  const assigned = { organizationIds: [3, 4], officeIds: [30], departmentIds: [300] };
  const ids = (...values: number[]) => fc.constantFrom(...values);
  const owners = fc.record({
    organizationId: ids(3, 4, 5),
    userId: ids(7, 8),
    officeId: fc.option(ids(30, 31), { nil: undefined }),
    departmentId: fc.option(ids(300, 301), { nil: undefined }),
  });
  const requests = fc.record({
    authority: fc.constantFrom(...ROLES),
    action: fc.constantFrom(...ACTIONS),
    entity: fc.constantFrom(...ENTITIES),
    owner: owners,
  });
  const reaches = (scope: Scope | null, owner: Owner): boolean => scope !== null && isWithin(scope, owner);

  it('a person reaches nothing that the role alone does not reach', () => {
    fc.assert(
      fc.property(requests, ({ authority, action, entity, owner }) => {
        const whole = scopeOf({ ...ACTOR, authority }, action, entity);
        const limited = scopeOf({ ...ACTOR, authority, assigned }, action, entity);
        return !reaches(limited, owner) || reaches(whole, owner);
      }),
    );
  });

  it('a person changes nothing that is not assigned', () => {
    fc.assert(
      fc.property(requests, ({ authority, action, entity, owner }) => {
        const limited = scopeOf({ ...ACTOR, authority, assigned }, action, entity);
        if (action === 'read' || limited?.reach === 'self') return true;
        const isAssigned = authority.startsWith('SUPER_')
          ? assigned.organizationIds.includes(owner.organizationId)
          : owner.officeId === 30 || owner.departmentId === 300;
        return isAssigned || !reaches(limited, owner);
      }),
    );
  });

  it('without any place a person reaches no rows of places', () => {
    const nothing = { organizationIds: [], officeIds: [], departmentIds: [] };
    fc.assert(
      fc.property(requests, ({ authority, action, owner }) => {
        const limited = scopeOf({ ...ACTOR, authority, assigned: nothing }, action, 'readings');
        return !reaches(limited, owner);
      }),
    );
  });

  const places = { reach: 'places', organizationId: 3, officeIds: [30], departmentIds: [300] };
  it.each([
    ['SUPER_ADMIN', 'write', 'meters', { reach: 'some', organizationIds: [3, 4] }],
    ['SUPER_ADMIN', 'create', 'organizations', null],
    ['SUPER_ADMIN', 'read', 'master_sensors', { reach: 'all' }],
    ['SUPER_ADMIN', 'write', 'master_sensors', null],
    ['SUPER_USER', 'read', 'users', null],
    ['LOCAL_ADMIN', 'write', 'meters', places],
    ['LOCAL_ADMIN', 'write', 'offices', { ...places, departmentIds: [] }],
    ['LOCAL_ADMIN', 'create', 'offices', null],
    ['LOCAL_ADMIN', 'read', 'organizations', { reach: 'own', organizationId: 3 }],
    ['LOCAL_ADMIN', 'write', 'organizations', null],
    ['LOCAL_ADMIN', 'read', 'users', null],
    ['LOCAL_ADMIN', 'read', 'login_history', { reach: 'self', organizationId: 3, userId: 7 }],
    ['LOCAL_ADMIN', 'create', 'reports', { ...places, departmentIds: [] }],
    ['LOCAL_USER', 'read', 'reports', { ...places, departmentIds: [] }],
    ['LOCAL_USER', 'control', 'purifiers', places],
    ['LOCAL_USER', 'write', 'account', { reach: 'self', organizationId: 3, userId: 7 }],
  ] as const)('%s to %s %s', (authority, action, entity, scope) => {
    expect(scopeOf({ ...ACTOR, authority, assigned }, action, entity)).toStrictEqual(scope);
  });

  it('a person of departments alone has no report of their offices', () => {
    const rooms = { ...assigned, officeIds: [] };
    expect(scopeOf({ ...ACTOR, authority: 'LOCAL_ADMIN', assigned: rooms }, 'read', 'reports')).toBeNull();
  });
});
