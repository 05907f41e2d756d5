import { type DeletedKind, getDeleted, restoreDeleted } from '@airdeck/contract/device/deleted';
import { isWithin, type Scope, scopeOf } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import {
  type Deletion,
  findDeletion,
  listDeletedMeters,
  type NewNames,
  restoreDepartments,
  restoreMeters,
  restoreOffice,
  restorePart,
} from '../../resource/restore-queries.ts';
import { listDeleted } from './deleted-queries.ts';

export interface DeletionRoutesOptions {
  db: Db;
  changeRegistry: ChangeRegistry;
}

const ENTITY = {
  office: 'offices',
  department: 'departments',
  meter: 'meters',
  sensor: 'sensors',
  purifier: 'purifiers',
} as const satisfies Record<DeletedKind, Entity>;

/** The field that names the parent. */
const PARENT = {
  office: 'organization_id',
  department: 'office_id',
  meter: 'department_id',
  sensor: 'meter_id',
  purifier: 'meter_id',
} as const satisfies Record<DeletedKind, string>;

interface Restored {
  meters: number[];
  /** Meters that stay deleted because their code is taken. */
  left: number;
}

/** Restores a row and what was deleted with it; null: its parent is deleted. */
const restore = async (tx: Tx, kind: DeletedKind, deletion: Deletion, names: NewNames): Promise<Restored | null> => {
  const metersOf = async (departments: readonly number[]): Promise<Restored> => {
    const { free, taken } = await listDeletedMeters(tx, deletion, departments);
    return { meters: await restoreMeters(tx, deletion, free, {}), left: taken };
  };
  switch (kind) {
    case 'office':
      if (!(await restoreOffice(tx, deletion, { name: names.name }))) return null;
      return metersOf(await restoreDepartments(tx, deletion, { office: deletion.id }, {}));
    case 'department': {
      const departments = await restoreDepartments(tx, deletion, { department: deletion.id }, { name: names.name });
      return departments.length === 0 ? null : metersOf(departments);
    }
    case 'meter': {
      const meters = await restoreMeters(tx, deletion, [deletion.id], names);
      return meters.length === 0 ? null : { meters, left: 0 };
    }
    default: {
      const isRestored = await restorePart(tx, kind, deletion, { name: names.name });
      return isRestored ? { meters: [], left: 0 } : null;
    }
  }
};

/** Deleted places and devices: listed, and restored for 30 days. */
export const addDeletionRoutes = (http: Http, { db, changeRegistry }: DeletionRoutesOptions): void => {
  /** The policy of what is restored, not only that of meters. */
  const scopeFor = (who: Who, kind: DeletedKind): Scope => {
    const scope = scopeOf(who, 'create', ENTITY[kind]);
    if (scope === null) throw new Failure('ACCESS_DENIED');
    return scope;
  };

  addRoute(http, getDeleted, async ({ params: { kind }, who }) => ({
    rows: await listDeleted(db, scopeFor(who, kind), kind),
  }));

  addRoute(http, restoreDeleted, ({ params: { kind, id }, body, who, editor }) => {
    const scope = scopeFor(who, kind);
    return changeRegistry(editor, async ({ tx, note }) => {
      const deletion = await findDeletion(tx, kind, id);
      if (!deletion || !isWithin(scope, deletion)) throw new Failure('RESOURCE_NOT_FOUND');
      const restored = await restore(tx, kind, deletion, body);
      if (!restored) throw new Failure('RESOURCE_NOT_FOUND', { [PARENT[kind]]: 'INVALID' });
      const { organizationId, meterId, deletedAt, name } = deletion;
      note({
        action: 'write',
        entity: ENTITY[kind],
        entityId: id,
        organizationId,
        ...(meterId === null ? {} : { meterId }),
        alsoMeters: restored.meters,
        before: { name, deleted_time: deletedAt.toISOString() },
        after: { ...body, name: body.name ?? name, deleted_time: null },
      });
      return { left: restored.left };
    });
  });
};
