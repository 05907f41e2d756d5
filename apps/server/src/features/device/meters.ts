import type { MetersQuery } from '@airdeck/contract/device/routes';
import type { Meter, MeterFields, NewMeter } from '@airdeck/contract/device/schema';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { Registry } from '../../registry/registry.ts';
import { createResource, type Resource, type ResourceDeps } from '../../registry/resource.ts';
import { meterTable } from './meter-queries.ts';
import { insertPurifier, insertSensor, saveCredential } from './queries.ts';
import { type Credential, newCredential } from './secret.ts';

export interface MetersOptions extends ResourceDeps {
  registry: Registry;
  randomBytes(size: number): Buffer;
}

export interface Meters extends Resource<Meter, MeterFields, MeterFields, MetersQuery> {
  /** The answer holds the device's secret, which leaves the server this once. */
  register(editor: Editor, scope: Scope, meter: NewMeter): Promise<{ meter: Meter; credential: Credential }>;
}

/** Registers, changes and deletes meters within the scope that the policy gives. */
export const createMeters = ({ registry, randomBytes, ...deps }: MetersOptions): Meters => {
  const resource = createResource(deps, meterTable);
  return {
    ...resource,
    async register(editor, scope, meter) {
      const organization = registry.snapshot().departments.get(meter.department_id)?.office.organization;
      if (!organization || !isWithin(scope, { organizationId: organization.id })) {
        throw new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });
      }
      const { credential, secretHash } = newCredential(randomBytes, organization.code, meter.code);
      const added = await resource.add(editor, scope, meter, async (tx, id) => {
        for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
        for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
        await saveCredential(tx, { organizationId: organization.id, code: meter.code, meterId: id, secretHash });
      });
      return { meter: added, credential };
    },
  };
};
