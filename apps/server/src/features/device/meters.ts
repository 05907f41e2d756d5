import type { MetersQuery } from '@airdeck/contract/device/routes';
import type { Meter, MeterFields, NewMeter } from '@airdeck/contract/device/schema';
import type { Scope } from '@airdeck/domain/policy/may';
import { type Credential, newCredential, noSecretYet } from '../../device-messages/secret.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { Registry } from '../../registry/registry.ts';
import { reachesPlace } from '../../registry/visible-organizations.ts';
import { createResource, type Resource, type ResourceDeps } from '../../resource/resource.ts';
import {
  insertPurifier,
  insertSensor,
  renewCredential,
  replaceMeterDevice,
  reusePurifier,
  reuseSensors,
  saveCredential,
  setBackfill,
} from './device-queries.ts';
import { deleteHandOver, endHandOver, openHandOvers, reopenHandOver } from './hand-over-queries.ts';
import { meterTable, takenOverTable } from './meter-queries.ts';
import { deleteUnregistered, deleteUnregisteredCode } from './unregistered-queries.ts';

/** Fields of a meter that described its old device. */
const NO_DEVICE = {
  ip: null,
  hardware_version: null,
  software_version: null,
  first_operation_date: null,
  cumulative_operation_h: null,
  calibration_date: null,
} as const satisfies Partial<Meter>;

type NewDevice = Pick<MeterFields, 'code' | 'serial'>;

export interface MetersOptions extends ResourceDeps {
  registry: Registry;
  randomBytes(size: number): Buffer;
}

/** An unregistered device that becomes a meter. */
interface Claim {
  unregisteredId: number;
  /** Whether it receives its secret over its connection, if it enrolled. */
  handsOver: boolean;
}

export interface Meters extends Resource<Meter, MeterFields, MeterFields, MetersQuery> {
  /** The answer holds the device's secret, which leaves the server this once. */
  register(editor: Editor, scope: Scope, meter: NewMeter): Promise<{ meter: Meter; credential: Credential }>;
  /** Registers an unregistered device. Without a credential the device receives its secret itself. */
  claim(
    editor: Editor,
    scope: Scope,
    meter: NewMeter,
    claim: Claim,
  ): Promise<{ meter: Meter; credential: Credential | null }>;
  /** Another secret for a meter's device; a device with the old one is disconnected. @throws Failure RESOURCE_NOT_FOUND */
  renewSecret(editor: Editor, scope: Scope, id: number): Promise<Credential>;
  /**
   * Another device with another code takes the place of a meter's device; the old one is disconnected.
   * @throws Failure RESOURCE_NOT_FOUND, DUPLICATION_METER_CODE
   */
  replaceDevice(editor: Editor, scope: Scope, id: number, device: NewDevice): Promise<Credential>;
  /**
   * Hands a secret over again to a claimed device that has not used its own: a connection that it has now may receive it.
   * @throws Failure RESOURCE_NOT_FOUND
   */
  reopenHandOver(editor: Editor, scope: Scope, id: number): Promise<void>;
  /** The enrolment secret no longer admits the device. @throws Failure RESOURCE_NOT_FOUND: no hand-over is open */
  endHandOver(editor: Editor, scope: Scope, id: number): Promise<void>;
  /** Allows readings of any age until a time, ISO 8601; null ends that. @throws Failure INVALID_PARAMETER */
  allowBackfill(editor: Editor, scope: Scope, id: number, until: string | null): Promise<void>;
}

/** Registers, changes and deletes meters within the scope that the policy gives. */
export const createMeters = ({ registry, randomBytes, ...deps }: MetersOptions): Meters => {
  const resource = createResource(deps, meterTable);
  const takenOver = createResource(deps, takenOverTable);

  const register = async (editor: Editor, scope: Scope, meter: NewMeter, claim: Claim | null) => {
    const department = registry.snapshot().departments.get(meter.department_id);
    if (!department || !reachesPlace(scope, department)) {
      throw new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });
    }
    const { organization } = department.office;
    const { credential, secretHash } = newCredential(randomBytes, organization.code, meter.code);
    const isTakenOver = meter.take_over === 'Y';
    // The deleted meter may have belonged to another department, with its history.
    if (isTakenOver && scope.reach === 'places') throw new Failure('ACCESS_DENIED');
    const { add } = isTakenOver ? takenOver : resource;
    let isHandedOver = false;
    const added = await add(editor, scope, meter, async (tx, id) => {
      const claimed = { id, organizationId: organization.id, code: meter.code };
      isHandedOver = claim?.handsOver === true && (await openHandOvers(tx, [claimed])).has(id);
      const device = {
        ...{ organizationId: organization.id, code: meter.code, meterId: id },
        secretHash: isHandedOver ? noSecretYet(randomBytes) : secretHash,
      };
      if (isTakenOver) {
        await reuseSensors(tx, id, meter.sensors);
        for (const purifier of meter.purifiers) await reusePurifier(tx, id, purifier);
        // The secret of the deleted meter ends.
        await renewCredential(tx, device);
      } else {
        for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
        for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
        await saveCredential(tx, device);
      }
      if (claim !== null) await deleteUnregistered(tx, claim.unregisteredId);
    });
    return { meter: added, credential, isHandedOver };
  };

  const changeHandOver = async (
    ...[editor, scope, id, run]: [Editor, Scope, number, (tx: Tx) => Promise<'OPEN' | 'ENDED' | null>]
  ): Promise<void> => {
    const { organization_id: organizationId, hand_over } = await resource.read(scope, id);
    await deps.changeRegistry(editor, async ({ tx, note }) => {
      const state = await run(tx);
      if (state === null) throw new Failure('RESOURCE_NOT_FOUND');
      const [before, after] = [{ hand_over }, { hand_over: state }];
      note({ action: 'write', entity: 'meters', entityId: id, organizationId, meterId: id, before, after });
    });
  };

  return {
    ...resource,
    async register(editor, scope, meter) {
      const { meter: added, credential } = await register(editor, scope, meter, null);
      return { meter: added, credential };
    },
    async claim(editor, scope, meter, claim) {
      const { meter: added, credential, isHandedOver } = await register(editor, scope, meter, claim);
      return { meter: added, credential: isHandedOver ? null : credential };
    },
    reopenHandOver: (editor, scope, id) =>
      changeHandOver(editor, scope, id, async (tx) => ((await reopenHandOver(tx, id)) ? 'OPEN' : null)),
    endHandOver: (editor, scope, id) =>
      changeHandOver(editor, scope, id, async (tx) => ((await endHandOver(tx, id)) ? 'ENDED' : null)),
    async replaceDevice(editor, scope, id, device) {
      const before = await resource.read(scope, id);
      const organizationId = before.organization_id;
      const organization = registry.snapshot().organizations.get(organizationId);
      if (!organization) throw new Failure('RESOURCE_NOT_FOUND');
      const { credential, secretHash } = newCredential(randomBytes, organization.code, device.code);
      return deps.changeRegistry(editor, async ({ tx, note }) => {
        await replaceMeterDevice(tx, id, device);
        const isRenewed = await renewCredential(tx, { organizationId, code: device.code, meterId: id, secretHash });
        if (!isRenewed) throw new Failure('DUPLICATION_METER_CODE', { code: 'DUPLICATE' });
        await deleteUnregisteredCode(tx, organizationId, device.code);
        await deleteHandOver(tx, id);
        const after = { ...NO_DEVICE, ...device, secret: 'renewed' };
        note({
          ...{ action: 'write', entity: 'meters', entityId: id, organizationId, meterId: id },
          before: Object.fromEntries(Object.keys(after).map((name) => [name, Reflect.get(before, name) ?? null])),
          after,
        });
        return credential;
      });
    },
    async allowBackfill(editor, scope, id, until) {
      const { organization_id: organizationId } = await resource.read(scope, id);
      await deps.changeRegistry(editor, async ({ tx, note }) => {
        const before = await setBackfill(tx, id, until);
        if (before === null) throw new Failure('INVALID_PARAMETER', { until: 'TOO_LARGE' });
        const after = { backfill_until: until };
        note({ action: 'write', entity: 'meters', entityId: id, organizationId, meterId: id, before, after });
      });
    },
    async renewSecret(editor, scope, id) {
      const { organization_id: organizationId, code } = await resource.read(scope, id);
      const organization = registry.snapshot().organizations.get(organizationId);
      if (!organization) throw new Failure('RESOURCE_NOT_FOUND');
      const { credential, secretHash } = newCredential(randomBytes, organization.code, code);
      return deps.changeRegistry(editor, async ({ tx, note }) => {
        const isRenewed = await renewCredential(tx, { organizationId, code, meterId: id, secretHash });
        if (!isRenewed) throw new Failure('DUPLICATION_METER_CODE', { code: 'DUPLICATE' });
        await endHandOver(tx, id);
        const after = { secret: 'renewed' };
        note({ action: 'write', entity: 'meters', entityId: id, organizationId, meterId: id, before: null, after });
        return credential;
      });
    },
  };
};
