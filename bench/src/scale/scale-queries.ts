import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';
import { INTERVAL_S, METERS_PER_GATEWAY, organizationCodes } from './names.ts';

const METERS_PER_DEPARTMENT = 50;

/**
 * Registers all organizations of the bench: a gateway with a row of meters each, in departments of 50, with a sensor of
 * every type. Codes of meters continue through all gateways.
 */
export const registerScale = async (db: Db, secretHash: Buffer): Promise<void> => {
  await db.tx(async (tx) => {
    await tx.query(sql`create temp table placed on commit drop as
      select gateway - 1 as gateway, code from unnest(${organizationCodes()}::text[]) with ordinality as g (code, gateway)`);
    await tx.query(sql`insert into organization (code, name, name_en)
      select code, '한빛 어린이집 ' || code, 'Hanbit Daycare ' || code from (select distinct code from placed) g order by code`);
    await tx.query(sql`insert into office (organization_id, name) select id, '본관' from organization order by id`);
    await tx.query(sql`insert into device_credential (organization_id, code, kind, secret_hash)
      select o.id, 'GW' || g.gateway, 'GATEWAY', ${secretHash} from placed g join organization o using (code)`);
    await tx.query(sql`insert into department (organization_id, office_id, name)
      select o.id, f.id, '새싹반 ' || g.gateway || '-' || i
      from placed g join organization o using (code) join office f on f.organization_id = o.id
        cross join generate_series(1, ${METERS_PER_GATEWAY / METERS_PER_DEPARTMENT}::integer) i
      order by g.gateway, i`);
    await tx.query(sql`insert into meter (organization_id, office_id, department_id, name, name_en, code, interval_s)
      select d.organization_id, d.office_id, d.id, '측정기 ' || n, 'Meter ' || n, 'D' || n, ${INTERVAL_S}
      from (select *, row_number() over (order by id) - 1 as place from department) d
        cross join generate_series(0, ${METERS_PER_DEPARTMENT - 1}::integer) i
        cross join lateral (select d.place * ${METERS_PER_DEPARTMENT}::integer + i as n) number
      order by n`);
    await tx.query(sql`insert into sensor (meter_id, type, sequence, name)
      select m.id, t.type, 1, t.name
      from meter m, (values ('PM10', '미세먼지'), ('PM2.5', '초미세먼지'), ('PM1.0', '극초미세먼지'), ('CO2', '이산화탄소'),
        ('TEMPERATURE', '온도'), ('HUMIDITY', '습도'), ('HCHO', '폼알데하이드')) as t (type, name) order by m.id`);
    await tx.query(sql`insert into device_credential (organization_id, code, kind, meter_id, secret_hash)
      select organization_id, code, 'DEVICE', id, ${secretHash} from meter order by id`);
  });
};
