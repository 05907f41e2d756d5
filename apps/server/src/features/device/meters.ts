import type { MetersQuery } from '@airdeck/contract/device/routes';
import type { Meter, MeterFields, NewMeter } from '@airdeck/contract/device/schema';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { Registry } from '../../registry/registry.ts';
import { createResource, type Resource, type ResourceDeps } from '../../resource/resource.ts';
import { insertPurifier, insertSensor, renewCredential, saveCredential } from './device-queries.ts';
import { meterTable } from './meter-queries.ts';
import { type Credential, newCredential } from './secret.ts';

export interface MetersOptions extends ResourceDeps {
  registry: Registry;
  randomBytes(size: number): Buffer;
}

export interface Meters extends Resource<Meter, MeterFields, MeterFields, MetersQuery> {
  /** The answer holds the device's secret, which leaves the server this once. `also` belongs to the same change. */
  register(
    editor: Editor,
    scope: Scope,
    meter: NewMeter,
    also?: (tx: Tx) => Promise<void>,
  ): Promise<{ meter: Meter; credential: Credential }>;
  /** Another secret for a meter's device; a device with the old one is disconnected. @throws Failure RESOURCE_NOT_FOUND */
  renewSecret(editor: Editor, scope: Scope, id: number): Promise<Credential>;
}

/** Registers, changes and deletes meters within the scope that the policy gives. */
export const createMeters = ({ registry, randomBytes, ...deps }: MetersOptions): Meters => {
  const resource = createResource(deps, meterTable);
  return {
    ...resource,
    async register(editor, scope, meter, also) {
      const organization = registry.snapshot().departments.get(meter.department_id)?.office.organization;
      if (!organization || !isWithin(scope, { organizationId: organization.id })) {
        throw new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });
      }
      const { credential, secretHash } = newCredential(randomBytes, organization.code, meter.code);
      const added = await resource.add(editor, scope, meter, async (tx, id) => {
        for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
        for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
        await saveCredential(tx, { organizationId: organization.id, code: meter.code, meterId: id, secretHash });
        await also?.(tx);
      });
      return { meter: added, credential };
    },
    async renewSecret(editor, scope, id) {
      const { organization_id: organizationId, code } = await resource.read(scope, id);
      const organization = registry.snapshot().organizations.get(organizationId);
      if (!organization) throw new Failure('RESOURCE_NOT_FOUND');
      const { credential, secretHash } = newCredential(randomBytes, organization.code, code);
      return deps.changeRegistry(editor, async ({ tx, note }) => {
        const isRenewed = await renewCredential(tx, { organizationId, code, meterId: id, secretHash });
        if (!isRenewed) throw new Failure('DUPLICATION_METER_CODE', { code: 'DUPLICATE' });
        const after = { secret: 'renewed' };
        note({ action: 'write', entity: 'meters', entityId: id, organizationId, meterId: id, before: null, after });
        return credential;
      });
    },
  };
};
