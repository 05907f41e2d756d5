import { describe, expect, it } from 'vitest';
import { ACTIONS, type Action, assignableRoles, may, RESOURCES, type Resource, ROLES, type Scope } from './role.ts';

/** One cell of the roles table: what is allowed, and whose rows it reaches. */
type Cell = readonly [actions: string, scope: Scope];

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

const TABLE: Record<Resource, Cell[]> = {
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
  notices: SITE,
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
  control_history: [
    ['read', 'all'],
    ['read', 'all'],
    ['read', 'own'],
    ['read', 'own'],
  ],
};

function expectedScope([actions, scope]: Cell, action: Action): Scope {
  return actions.split(' ').includes(action) ? scope : 'no';
}

describe('may', () => {
  const cells = RESOURCES.flatMap((resource) =>
    ROLES.map((role, column) => ({ resource, role, cell: TABLE[resource][column] ?? NOTHING })),
  );

  it.each(cells)('$role with $resource: $cell', ({ resource, role, cell }) => {
    for (const action of ACTIONS) expect(may(role, action, resource), action).toBe(expectedScope(cell, action));
  });
});

it('lets administrators assign LOCAL_ roles only, and others none', () => {
  expect(ROLES.map(assignableRoles)).toEqual([['LOCAL_ADMIN', 'LOCAL_USER'], [], ['LOCAL_ADMIN', 'LOCAL_USER'], []]);
});

it('knows four roles, six actions, and a row of the table for every resource', () => {
  expect(ROLES).toEqual(['SUPER_ADMIN', 'SUPER_USER', 'LOCAL_ADMIN', 'LOCAL_USER']);
  expect(ACTIONS).toEqual(['read', 'create', 'write', 'delete', 'control', 'handle']);
  expect(RESOURCES.toSorted()).toEqual(Object.keys(TABLE).sort());
});
