import type { EditedMeter, Meter, NewMeter } from '@airdeck/contract/device/schema';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { ChangeRegistry } from '../../registry/change-registry.ts';
import type { Registry } from '../../registry/registry.ts';
import { findMeter, insertMeter, lockMeter, type MeterRow, removeMeter, updateMeter } from './meter-queries.ts';
import { insertPurifier, insertSensor, saveCredential } from './queries.ts';
import { type Credential, newCredential } from './secret.ts';

export interface MetersOptions {
  db: Db;
  registry: Registry;
  changeRegistry: ChangeRegistry;
  randomBytes(size: number): Buffer;
}

export const presentMeter = (row: MeterRow): Meter => ({
  ...row,
  created_time: row.created_time.toISOString(),
  updated_time: row.updated_time.toISOString(),
});

const noDepartment = () => new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });

/** The meter as it is, for an editor who saw `version` of it. @throws Failure RESOURCE_NOT_FOUND, EDITED_MEANWHILE */
const editable = async (tx: Tx, scope: Scope, id: number, version: number): Promise<MeterRow> => {
  const row = await lockMeter(tx, scope, id);
  if (!row) throw new Failure('RESOURCE_NOT_FOUND');
  if (row.version !== version) throw new Failure('EDITED_MEANWHILE');
  return row;
};

const mustFind = async (tx: Db | Tx, scope: Scope, id: number): Promise<MeterRow> => {
  const row = await findMeter(tx, scope, id);
  if (!row) throw new Failure('RESOURCE_NOT_FOUND');
  return row;
};

/** Registers, changes and deletes meters within the scope that the policy gives. */
export const createMeters = ({ db, registry, changeRegistry, randomBytes }: MetersOptions) => ({
  async read(scope: Scope, id: number): Promise<Meter> {
    return presentMeter(await mustFind(db, scope, id));
  },

  /** The answer holds the device's secret, which leaves the server this once. */
  async add(editor: Editor, scope: Scope, meter: NewMeter): Promise<{ meter: Meter; credential: Credential }> {
    const organization = registry.snapshot().departments.get(meter.department_id)?.office.organization;
    if (!organization || !isWithin(scope, { organizationId: organization.id })) throw noDepartment();
    const { credential, secretHash } = newCredential(randomBytes, organization.code, meter.code);
    const added = await changeRegistry(editor, async ({ tx, note }) => {
      const id = await insertMeter(tx, meter);
      if (id === undefined) throw noDepartment();
      for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
      for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
      await saveCredential(tx, { organizationId: organization.id, code: meter.code, meterId: id, secretHash });
      const after = presentMeter(await mustFind(tx, scope, id));
      const owner = { organizationId: organization.id, meterId: id };
      note({ action: 'create', entity: 'meters', entityId: id, ...owner, before: null, after });
      return after;
    });
    return { meter: added, credential };
  },

  async edit(editor: Editor, scope: Scope, id: number, meter: EditedMeter): Promise<Meter> {
    return changeRegistry(editor, async ({ tx, note }) => {
      const row = await editable(tx, scope, id, meter.version);
      if (!(await updateMeter(tx, id, meter))) throw noDepartment();
      const change = { before: presentMeter(row), after: presentMeter(await mustFind(tx, scope, id)) };
      const owner = { organizationId: row.organization_id, meterId: id };
      note({ action: 'write', entity: 'meters', entityId: id, ...owner, ...change });
      return change.after;
    });
  },

  /** Sensors and purifiers go along; what was measured stays. */
  async remove(editor: Editor, scope: Scope, id: number, version: number): Promise<void> {
    await changeRegistry(editor, async ({ tx, note }) => {
      const row = await editable(tx, scope, id, version);
      await removeMeter(tx, id);
      const owner = { organizationId: row.organization_id, meterId: id };
      note({ action: 'delete', entity: 'meters', entityId: id, ...owner, before: presentMeter(row), after: null });
    });
  },
});

export type Meters = ReturnType<typeof createMeters>;
