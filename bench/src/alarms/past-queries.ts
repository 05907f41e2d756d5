import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

/** Cumulative shares of alarms, and the part of the meters and the code that each share has. */
const KINDS = sql`(values
  (0.00, 0.55, 'SENSOR', 'VALUE', '{A001,A002,A002,A004,A004,A004}'::text[]),
  (0.55, 0.65, 'SENSOR', 'STUCK', '{M009}'),
  (0.65, 0.80, 'METER', 'SILENCE', '{M001}'),
  (0.80, 0.90, 'METER', 'DEVICE', '{M002,M003,M005,M010,M011,M013,M015}'),
  (0.90, 1.01, 'AIR_PURIFIER', 'DEVICE', '{P001,P002,P007,P009,P010,P011,P012}')
) as k(from_share, to_share, category, source, codes)`;

/** Rows per statement, so that none takes much longer than another. */
const PIECE = 100_000;

/** Alarms of two years up to now, many of them from few meters; the newest are open, some acknowledged or ended. */
export const addAlarms = async (db: Db, { past, open }: { past: number; open: number }): Promise<void> => {
  await db.tx(async (tx) => {
    await tx.query(sql`select setseed(0.5)`);
    await tx.query(sql`create temp table subject on commit drop as
      select row_number() over (order by hashint4(m.id)) - 1 as place, m.organization_id, m.id as meter_id,
        o.name as organization_name, f.name as office_name, d.name as department_name, m.name as meter_name,
        s.ids as sensor_ids, s.names as sensor_names, s.types as sensor_types, p.id as purifier_id, p.name as air_name
      from meter m join organization o on o.id = m.organization_id join office f on f.id = m.office_id
        join department d on d.id = m.department_id
        join lateral (select array_agg(id order by id) as ids, array_agg(name order by id) as names,
          array_agg(type order by id) as types from sensor where meter_id = m.id) s on true
        left join purifier p on p.meter_id = m.id`);
    await tx.query(sql`create unique index on subject (place)`);
    await tx.query(sql`analyze subject`);
    await tx.query(sql`create temp table dice on commit drop as
      select i, i > ${past}::integer as is_open, now() - interval '730 days' * (1 - i / (${past + open}::float8 + 1)) as time,
        floor(random() ^ 2.0 * (select count(*) from subject))::integer as place, random() as kind, random() as code,
        floor(random() * 7)::integer + 1 as sensor, random() as lasts, random() as handled
      from generate_series(1, ${past + open}::integer) i`);
    await tx.query(sql`create unique index on dice (i)`);
    for (let from = 0; from < past + open; from += PIECE) {
      await tx.query(sql`insert into alarm (organization_id, meter_id, sensor_id, purifier_id, organization_name, office_name,
          department_name, meter_name, sensor_name, air_name, category, code, source, severity, description, description_en,
          sensor_type, value, bound, since_time, occurred_time, ended_time, acknowledged_time, acknowledged_login,
          cleared_time, cleared_login, cleared_note)
        select s.organization_id, s.meter_id, case when k.category = 'SENSOR' then s.sensor_ids[d.sensor] end,
          case when k.category = 'AIR_PURIFIER' then s.purifier_id end, s.organization_name, s.office_name,
          s.department_name, s.meter_name, case when k.category = 'SENSOR' then s.sensor_names[d.sensor] end,
          case when k.category = 'AIR_PURIFIER' then s.air_name end, k.category, e.code, k.source, e.severity,
          e.description, e.description_en, case when k.category = 'SENSOR' then s.sensor_types[d.sensor] end,
          case when k.source = 'VALUE' then 200 end, case when k.source = 'VALUE' then 150 end,
          d.time - interval '10 min', d.time,
          case when not d.is_open or d.handled < 0.3 then d.time + d.lasts * interval '3 hours' end,
          case when d.handled between 0.2 and 0.5 then d.time + d.lasts * interval '1 hour' end,
          case when d.handled between 0.2 and 0.5 then 'person' || floor(d.handled * 1000) end,
          case when not d.is_open then d.time + d.lasts * interval '5 hours' end,
          case when not d.is_open and d.handled < 0.6 then 'person' || floor(d.handled * 1000) end,
          case when not d.is_open and d.handled < 0.1 then 'Window was open' end
        from dice d join subject s using (place)
          join ${KINDS} on d.kind >= k.from_share and d.kind < k.to_share
          join master_error e on e.code = k.codes[floor(d.code * cardinality(k.codes))::integer + 1]
        where d.i > ${from} and d.i <= ${from + PIECE} and (k.category <> 'AIR_PURIFIER' or s.purifier_id is not null)
        order by d.i on conflict do nothing`);
    }
  });
};

/** The demo's organization, whose users anybody may log in as. */
export const addLocalUsers = async (db: Db, organizationCode: string): Promise<void> => {
  await db.query(sql`insert into app_user (organization_id, login, name, authority, language)
    select o.id, u.login, 'Bench', u.authority, 'en'
    from organization o, (values ('local.admin', 'LOCAL_ADMIN'), ('local.user', 'LOCAL_USER')) as u(login, authority)
    where o.code = ${organizationCode}`);
};

/** Bounds that little of the load exceeds, as in most rooms; otherwise about a third. */
export const makeQuiet = (db: Db) =>
  db.query(sql`insert into standard (organization_id, type, valid_from, bounds)
    select o.id, t.type, '2000-01-01', t.bounds::float8[] from organization o, (values ('PM10', '{100,120,170,180}'),
      ('PM2.5', '{50,70,88,95}'), ('PM1.0', '{40,50,80,90}'), ('CO2', '{1000,2000,2600,2700}'),
      ('HCHO', '{0.1,0.15,0.3,0.4}')) as t(type, bounds)`);
