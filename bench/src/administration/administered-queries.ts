import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

export interface Administered {
  organizations: number;
  /** Per organization, in departments of 50, in ten offices. */
  meters: number;
  users: number;
}

/**
 * Adds organizations with Korean names, as a large operator has them: meters with a sensor of every type, a purifier
 * for every meter of the installation, and people.
 */
export const addAdministered = async (db: Db, { organizations, meters, users }: Administered): Promise<void> => {
  await db.tx(async (tx) => {
    await tx.query(sql`insert into organization (code, name, name_en)
      select (20000000 + i)::text, '한빛 어린이집 ' || i, 'Hanbit Daycare ' || i
      from generate_series(1, ${organizations}::integer) i`);
    await tx.query(sql`insert into office (organization_id, name)
      select id, '제' || i || '관' from organization, generate_series(1, 10) i where name_en is not null`);
    await tx.query(sql`insert into department (organization_id, office_id, name)
      select f.organization_id, f.id, '새싹반 ' || i
      from office f join organization o on o.id = f.organization_id,
        generate_series(1, ceil(${meters}::integer / 500.0)::integer) i where o.name_en is not null`);
    await tx.query(sql`insert into meter (organization_id, office_id, department_id, name, name_en, code, serial)
      select d.organization_id, d.office_id, d.id, '측정기 ' || i, 'Meter ' || i,
        'K' || d.id || '-' || i, 'SN-' || d.id * 50 + i
      from department d join organization o on o.id = d.organization_id, generate_series(1, 50) i
      where o.name_en is not null order by i, d.id`);
    await tx.query(sql`insert into sensor (meter_id, type, sequence, name)
      select m.id, t.type, 1, t.name
      from meter m join organization o on o.id = m.organization_id, (values ('PM10', '미세먼지'),
        ('PM2.5', '초미세먼지'), ('PM1.0', '극초미세먼지'), ('CO2', '이산화탄소'), ('TEMPERATURE', '온도'),
        ('HUMIDITY', '습도'), ('HCHO', '폼알데하이드')) as t (type, name)
      where o.name_en is not null order by m.id, t.type`);
    await tx.query(sql`insert into purifier (meter_id, number, name, model, serial)
      select id, 1, '공기청정기 ' || id, 'AP-' || id % 40, 'P' || id * 7919 from meter order by id`);
    await tx.query(sql`insert into app_user (organization_id, login, name, email, phone, authority)
      select (select min(id) from organization) + i % (${organizations}::integer + 1), 'person' || i, '김서연 ' || i,
        'person' || i || '@example.kr', '010-' || lpad((i * 7919 % 100000000)::text, 8, '0'),
        case when i % 10 = 0 then 'LOCAL_ADMIN' else 'LOCAL_USER' end
      from generate_series(1, ${users}::integer) i`);
  });
};
