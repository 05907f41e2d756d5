import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

export interface Registered {
  organizationCode: string;
  meters: number;
  gateways: number;
  /** Number of meters that drive a purifier; none by default. */
  purifiers?: number;
  /** The same for all devices. */
  secretHash: Buffer;
}

/**
 * One organization with an office, departments of 50 meters each (D0, D1, …) with a sensor of every type, and gateways.
 */
export const register = async (
  db: Db,
  { organizationCode, meters, gateways, purifiers = 0, secretHash }: Registered,
): Promise<void> => {
  await db.tx(async (tx) => {
    await tx.query(sql`insert into organization (code, name) values (${organizationCode}, 'Bench')`);
    await tx.query(sql`insert into office (organization_id, name) select id, 'Bench' from organization`);
    await tx.query(sql`insert into department (organization_id, office_id, name)
      select organization_id, id, 'Department ' || i
      from office, generate_series(0, (${meters - 1}::integer) / 50) i order by i`);
    await tx.query(sql`insert into meter (organization_id, office_id, department_id, name, code)
      select organization_id, office_id, id, 'Meter ' || i, 'D' || i
      from generate_series(0, ${meters - 1}::integer) i join department on department.name = 'Department ' || (i / 50)
      order by i`);
    await tx.query(sql`insert into sensor (meter_id, type, sequence, name)
      select id, t.type, 1, t.type
      from meter, unnest(array['PM10', 'PM2.5', 'PM1.0', 'CO2', 'TEMPERATURE', 'HUMIDITY', 'HCHO']) as t(type)`);
    await tx.query(sql`insert into purifier (meter_id, number, name)
      select id, 1, 'Purifier' from meter order by id limit ${purifiers}`);
    await tx.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
      select organization_id, code, 'DEVICE', id, ${secretHash} from meter`);
    await tx.query(sql`insert into device_credential (organization_id, code, kind, secret_hash)
      select id, 'GW' || i, 'GATEWAY', ${secretHash}
      from organization, generate_series(0, ${gateways - 1}::integer) i`);
  });
};
