import type { Verdict } from '@airdeck/domain/limit/rule-counts';
import sql from 'sql-template-tag';
import type { Db } from '../platform/db/pool.ts';

/*
 * Verdicts of a limit, computed by PostgreSQL from the readings alone: no rollups, no code of the product. For
 * a zone whose days all have 24 hours, and places that are open from nine to six on weekdays.
 */

/** A reading in the unit of its type. */
export interface OracleReading {
  series: string;
  time: number;
  value: number;
}

export const addOracleReadings = async (db: Db, readings: readonly OracleReading[]): Promise<void> => {
  await db.query(sql`create table if not exists oracle_reading (series text, time timestamptz, value numeric)`);
  await db.query(sql`
    insert into oracle_reading
    select s, to_timestamp(t), v from unnest(${readings.map(({ series }) => series)}::text[],
      ${readings.map(({ time }) => time / 1000)}::float8[], ${readings.map(({ value }) => value)}::numeric[]) as r(s, t, v)`);
};

export interface OracleQuestion {
  /** Readings of the meter, and of the one outdoors if the limit counts from its daily mean. */
  series: string;
  outdoors: string | null;
  /** Readings expected in an hour. */
  hourly: number;
  zone: string;
  from: string;
  to: string;
  averaging: 'HOUR' | 'EIGHT_HOURS' | 'DAY' | 'OPEN_DAY' | 'YEAR';
  hours: 'ALL' | 'OPEN';
  limit: number;
  /** Least shares of data and of periods that comply, 0 to 1. */
  leastData: number;
  leastShare: number;
}

export interface OracleAnswer {
  verdict: Verdict;
  expected: number;
  valid: number;
  complied: number;
  completeness: number;
  share_of_valid: number | null;
  share_of_all: number | null;
  /** The first of the periods farthest above the limit. */
  worst_start: Date | null;
  worst_end: Date | null;
  worst_value: number | null;
  worst_limit: number | null;
}

export const askOracle = async (db: Db, question: OracleQuestion): Promise<OracleAnswer> => {
  const { series, outdoors, hourly, zone, from, to, averaging, hours, limit, leastData, leastShare } = question;
  const { rows } = await db.query<OracleAnswer>(sql`
    with hour as (
      select local at time zone ${zone} as start, (local + interval '1 hour') at time zone ${zone} as end_,
        local::date as day,
        extract(isodow from local) < 6 and extract(hour from local) between 9 and 17 as is_open
      from generate_series(${from}::timestamp, ${to}::timestamp + interval '23 hours', interval '1 hour') as local
    ), measured as (
      select h.*, coalesce(r.readings, 0) as readings, coalesce(r.total, 0) as total,
        least(coalesce(r.readings, 0), ${hourly}::integer) as received
      from hour h left join (
        select date_trunc('hour', time) as start, count(*) as readings, sum(value) as total
        from oracle_reading where series = ${series} group by 1
      ) as r on r.start = h.start
    ), outdoor as (
      select (time at time zone ${zone})::date as day, avg(value) as mean
      from oracle_reading where series = ${outdoors} group by 1
    ), counted as (
      select * from measured where is_open or ${hours} = 'ALL'
    ), span as (
      select start, end_, day, received, readings, total, ${hourly}::integer as expected from counted
      where ${averaging} = 'HOUR'
      union all
      select min(start) over w, end_, day, sum(received) over w, sum(readings) over w, sum(total) over w,
        ${hourly}::integer * count(*) over w
      from (
        select *, case when ${hours} = 'OPEN' then day end as part from counted
      ) as c
      where ${averaging} = 'EIGHT_HOURS'
      window w as (partition by part order by start rows between 7 preceding and current row)
      union all
      select min(start), max(end_), day, sum(received), sum(readings), sum(total), ${hourly}::integer * count(*)
      from measured where ${averaging} = 'DAY' or (${averaging} = 'OPEN_DAY' and is_open) group by day
      union all
      select min(start), max(end_), max(day), sum(received), sum(readings), sum(total), ${hourly}::integer * 24 * 365
      from measured where ${averaging} = 'YEAR' having count(*) > 0
    ), period as (
      select s.start, s.end_, s.expected, s.received, s.total / nullif(s.readings, 0) as value,
        ${limit}::numeric + case when ${outdoors}::text is null then 0 else coalesce(o.mean, 420) end as bound
      from span s left join outdoor o on o.day = s.day
      where ${averaging} <> 'EIGHT_HOURS' or s.expected = 8 * ${hourly}::integer
    ), judged as (
      select *, value is not null and received >= ${leastData}::numeric * expected as is_valid from period
    ), counts as (
      select count(*)::integer as expected, (count(*) filter (where is_valid))::integer as valid,
        (count(*) filter (where is_valid and value <= bound))::integer as complied
      from judged
    ), share as (
      select sum(received) / sum(${hourly}::numeric) as completeness
      from measured where is_open or ${hours} = 'ALL'
    )
    select c.*, s.completeness, c.complied::numeric / nullif(c.valid, 0) as share_of_valid,
      c.complied::numeric / nullif(c.expected, 0) as share_of_all,
      w.start as worst_start, w.end_ as worst_end, w.value as worst_value, w.bound as worst_limit,
      case
        when c.expected = 0 then 'NOT_APPLICABLE'
        when ${leastShare}::numeric = 1 and c.complied < c.valid then 'EXCEEDED'
        when c.valid = 0 or c.valid < ${leastData}::numeric * c.expected then 'NOT_ENOUGH_DATA'
        when c.complied < ${leastShare}::numeric * c.valid then 'EXCEEDED'
        else 'MET'
      end as verdict
    from counts c cross join share s
    left join lateral (select * from judged where is_valid order by value - bound desc, start limit 1) as w on true`);
  const [answer] = rows;
  if (answer === undefined) throw new Error('the oracle answers one row');
  return answer;
};
