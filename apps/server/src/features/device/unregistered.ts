import type { Meter } from '@airdeck/contract/device/schema';
import { meterFields } from '@airdeck/contract/device/schema';
import type {
  Registration,
  Unregistered,
  UnregisteredFields,
  UnregisteredQuery,
  WaitingReadings,
} from '@airdeck/contract/device/unregistered';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Credential } from '../../device-messages/secret.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Editor } from '../../platform/http/who.ts';
import type { Registry } from '../../registry/registry.ts';
import { createResource, type Resource, type ResourceDeps } from '../../resource/resource.ts';
import type { Meters } from './meters.ts';
import { listNewestWaiting, unregisteredTable } from './unregistered-queries.ts';
import { drawWaiting, MAX_PICTURE_FRAMES } from './waiting-readings.ts';

export interface UnregisteredOptions extends ResourceDeps {
  registry: Registry;
  meters: Pick<Meters, 'claim'>;
}

export interface UnregisteredDevices extends Resource<Unregistered, never, UnregisteredFields, UnregisteredQuery> {
  /** The quarantined frames of a device. @throws Failure RESOURCE_NOT_FOUND */
  readings(scope: Scope, id: number): Promise<WaitingReadings>;
  /**
   * Registers the device as a meter of a department of its organization. Ingestion is notified and adds its quarantined
   * frames (features/ingestion/release). @throws Failure RESOURCE_NOT_FOUND, DUPLICATION_METER_NAME,
   * DUPLICATION_METER_CODE
   */
  register(
    editor: Editor,
    scope: Scope,
    id: number,
    registration: Registration,
  ): Promise<{ meter: Meter; credential: Credential | null }>;
}

/** Unregistered devices: shown, blocked, discarded or registered. */
export const createUnregistered = ({ registry, meters, ...deps }: UnregisteredOptions): UnregisteredDevices => {
  const resource = createResource(deps, unregisteredTable);

  const readings = async (organizationId: number, code: string): Promise<WaitingReadings> =>
    drawWaiting(await listNewestWaiting(deps.db, { organizationId, code }, MAX_PICTURE_FRAMES));

  return {
    ...resource,
    async readings(scope, id) {
      const { organization_id, code } = await resource.read(scope, id);
      return readings(organization_id, code);
    },
    async register(editor, scope, id, { name, interval_s, sensors, take_over, receives_secret, ...said }) {
      const { organization_id, code, ip } = await resource.read(scope, id);
      const department = registry.snapshot().departments.get(said.department_id);
      if (department?.office.organization.id !== organization_id) {
        throw new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });
      }
      const found = await readings(organization_id, code);
      const fields = meterFields.parse({
        ...said,
        code,
        name: name ?? code,
        interval_s: interval_s ?? found.interval_s ?? undefined,
      });
      const meter = {
        ...fields,
        // The identity as the device sent it, which a person could not have entered otherwise.
        ip,
        take_over,
        sensors: sensors ?? found.channels.map(({ type, sequence }) => ({ type, sequence })),
        purifiers: [],
      };
      return meters.claim(editor, scope, meter, { unregisteredId: id, handsOver: receives_secret === 'Y' });
    },
  };
};
