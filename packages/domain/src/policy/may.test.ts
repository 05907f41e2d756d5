import { describe, expect, it } from 'vitest';
import { ROLES, type Role } from '../role.ts';
import { assignableRoles, isWithin, may, rolesThat, scopeOf } from './may.ts';
import { ACTIONS, type Action, ENTITIES, type Entity, type Reach } from './policies.ts';

type Expected = Reach | 'no';

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
  unregistered: SITE,
  sensors: SITE,
  purifiers: [
    [`${CHANGE} control`, 'all'],
    ['read control', 'all'],
    [`${CHANGE} control`, 'own'],
    ['read control', 'own'],
  ],
  timetables: SITE,
  notices: SITE,
  alarm_rules: SITE,
  notification_rules: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  wall_displays: [[CHANGE, 'all'], NOTHING, [CHANGE, 'own'], NOTHING],
  alarms: [
    ['read handle delete', 'all'],
    ['read handle', 'all'],
    ['read handle delete', 'own'],
    ['read handle', 'own'],
  ],
  login_history: [
    ['read', 'all'],
    ['read', 'all'],
    ['read', 'own'],
    ['read', 'self'],
  ],
  control_history: EVERYBODY_READS,
};

function expectedScope([actions, scope]: Cell, action: Action): Expected {
  return actions.split(' ').includes(action) ? scope : 'no';
}

const ACTOR = { userId: 7, organizationId: 3 };
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

describe('isWithin', () => {
  const own = { organizationId: 3 };
  const other = { organizationId: 4 };

  it.each([
    ['all', 'SUPER_USER', 'meters', [own, other, { ...other, userId: 7 }], []],
    ['own', 'LOCAL_ADMIN', 'meters', [own, { ...own, userId: 8 }], [other, { ...other, userId: 7 }]],
    ['self', 'LOCAL_USER', 'login_history', [{ ...own, userId: 7 }], [own, { ...own, userId: 8 }]],
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
