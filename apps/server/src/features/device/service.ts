import type { NewMeter, NewSensor } from '@airdeck/contract/device/schema';
import { seesEveryOrganization } from '@airdeck/domain/role';
import type { Db } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import { notifySiteChanged } from '../../site/notify.ts';
import type { Site } from '../../site/site.ts';
import { explainDuplicate } from './duplicates.ts';
import { findMeter, insertMeter, insertPurifier, insertSensor, saveCredential, saveEnrolment } from './queries.ts';
import { hashSecret, newSecret } from './secret.ts';

export interface DeviceServiceOptions {
  db: Db;
  site: Site;
  randomBytes(size: number): Buffer;
  /** A code has been registered: what waited of it can be stored now. */
  onRegistered(organizationId: number, code: string, meterId: number): void;
  /** Places, devices or credentials changed. */
  onChanged(): void;
}

/** Thrown in the place of the database's own error. */
const explain = (error: unknown): unknown => {
  const code = explainDuplicate(error);
  return code ? new Failure(code) : error;
};

const sees = (who: Who, organizationId: number): boolean =>
  seesEveryOrganization(who.authority) || who.organizationId === organizationId;

/** Registers devices. Secrets leave it once, in the answer; only their hashes stay. */
export const createDeviceService = ({ db, site, randomBytes, onRegistered, onChanged }: DeviceServiceOptions) => {
  const changed = async (): Promise<void> => {
    await notifySiteChanged(db);
    await site.reload();
    onChanged();
  };

  const credentialFor = (organizationId: number, code: string) => {
    const secret = newSecret(randomBytes);
    const organizationCode = site.picture().organizations.get(organizationId)?.code ?? '';
    return { credential: { username: `${organizationCode}:${code}`, secret }, secretHash: hashSecret(secret) };
  };

  return {
    async addMeter(who: Who, meter: NewMeter) {
      const department = site.picture().departments.get(meter.department_id);
      if (!department || !sees(who, department.office.organization.id)) {
        throw new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });
      }
      const organizationId = department.office.organization.id;
      const { credential, secretHash } = credentialFor(organizationId, meter.code);
      const row = await db
        .tx(async (tx) => {
          const id = await insertMeter(tx, meter);
          if (id === undefined) throw new Failure('RESOURCE_NOT_FOUND', { department_id: 'INVALID' });
          for (const sensor of meter.sensors) await insertSensor(tx, id, sensor);
          for (const purifier of meter.purifiers) await insertPurifier(tx, id, purifier);
          await saveCredential(tx, { organizationId, code: meter.code, meterId: id, secretHash });
          const added = await findMeter(tx, id);
          if (!added) throw new Error('the meter was not added');
          return added;
        })
        .catch((error) => {
          throw explain(error);
        });
      await changed();
      onRegistered(organizationId, meter.code, row.id);
      return { meter: row, credential };
    },

    async addSensor(who: Who, meterId: number, sensor: NewSensor) {
      const meter = site.picture().meters.get(meterId);
      if (!meter || !sees(who, meter.organization.id)) throw new Failure('RESOURCE_NOT_FOUND');
      const row = await insertSensor(db, meterId, sensor).catch((error) => {
        throw explain(error);
      });
      await changed();
      return row;
    },

    async addGateway(who: Who, organizationId: number, code: string) {
      if (!sees(who, organizationId) || !site.picture().organizations.has(organizationId)) {
        throw new Failure('NOT_FOUND_ORGANIZATION');
      }
      const { credential, secretHash } = credentialFor(organizationId, code);
      await saveCredential(db, { organizationId, code, meterId: null, secretHash }).catch((error) => {
        throw explain(error);
      });
      await changed();
      return credential;
    },

    async renewEnrolment(who: Who, organizationId: number) {
      const organization = site.picture().organizations.get(organizationId);
      if (!organization || !sees(who, organizationId)) throw new Failure('NOT_FOUND_ORGANIZATION');
      const { credential, secretHash } = credentialFor(organizationId, '{device code}');
      await saveEnrolment(db, organizationId, secretHash);
      await changed();
      return credential;
    },
  };
};

export type DeviceService = ReturnType<typeof createDeviceService>;
