import type { RUN_OUTCOMES } from '@airdeck/contract/control/timetable';
import type { Timetable, TimetableAction } from '@airdeck/domain/control/timetable';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import type { Tables } from '../../../schema/tables.ts';

type RunOutcome = (typeof RUN_OUTCOMES)[number];

/** A timetable that has something to do, or whose next time is to be worked out. */
export interface DueTimetable extends Timetable {
  id: number;
  organization_id: number;
  name: string;
  time_zone: string;
  /** It and its organization. */
  is_used: boolean;
  executed_until: Date;
}

const DUE_FROM = sql`timetable t join organization o on o.id = t.organization_id`;
const isDue = (now: number) =>
  sql`(t.next_time is null or t.next_time <= ${new Date(now)} or t.next_zone is distinct from o.time_zone)`;

export const listDue = async (db: Db, now: number, max: number): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    sql`select t.id from ${DUE_FROM} where ${isDue(now)} order by t.next_time nulls first, t.id limit ${max}`,
  );
  return rows.map(({ id }) => id);
};

/** Keeps a timetable that is due from other processes; undefined: one of them has it, or had. */
export const claimDue = async (tx: Tx, id: number, now: number): Promise<DueTimetable | undefined> => {
  const { rows } = await tx.query<DueTimetable & Record<string, unknown>>(sql`
    select t.id, t.organization_id, t.name, t.week, t.exceptions, o.time_zone, t.executed_until,
      (t.use = 'Y' and o.use = 'Y') as is_used
    from ${DUE_FROM} where t.id = ${id} and ${isDue(now)} for no key update of t skip locked`);
  return rows[0];
};

export const moveCursor = async (
  tx: Tx,
  id: number,
  { until, next, zone }: { until: number; next: number; zone: string },
): Promise<void> => {
  await tx.query(sql`
    update timetable set executed_until = greatest(executed_until, ${new Date(until)}), next_time = ${new Date(next)},
      next_zone = ${zone} where id = ${id}`);
};

export const listPurifiers = async (tx: Tx, timetableId: number): Promise<number[]> => {
  const { rows } = await tx.query<{ purifier_id: number }>(
    sql`select purifier_id from timetable_purifier where timetable_id = ${timetableId} order by 1`,
  );
  return rows.map(({ purifier_id }) => purifier_id);
};

/** Those of these purifiers that are the timetable's, and that were not switched by hand since a time. */
export const leftToTimetable = async (
  tx: Tx,
  timetableId: number,
  ids: readonly number[],
  since: Date,
): Promise<number[]> => {
  const { rows } = await tx.query<{ purifier_id: number }>(sql`
    select x.purifier_id from timetable_purifier x
    where x.timetable_id = ${timetableId} and x.purifier_id = any(${ids}::integer[]) and not exists (
      select from command k where k.purifier_id = x.purifier_id and k.origin = 'PERSON' and k.requested_time > ${since}
        and k.command in ('POWER', 'WORK', 'FAN_SPEED', 'OPERATING_TIME'))
    order by 1`);
  return rows.map(({ purifier_id }) => purifier_id);
};

export interface NewRun {
  time: Date;
  action: TimetableAction;
  outcome: RunOutcome;
}

const KEPT = '30 days';

/** Records the run of a time; undefined: it is recorded already. Runs older than a month are deleted. */
export const insertRun = async (tx: Tx, timetableId: number, run: NewRun): Promise<number | undefined> => {
  await tx.query(sql`
    delete from timetable_run where timetable_id = ${timetableId} and time < ${run.time}::timestamptz - ${KEPT}::interval`);
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into timetable_run (timetable_id, time, action, outcome)
    values (${timetableId}, ${run.time}, ${run.action}, ${run.outcome}) on conflict do nothing returning id`);
  return rows[0]?.id;
};

/** The newest run of a timetable, while commands may still be pending. */
export interface OpenRun
  extends Pick<Tables['timetable_run'], 'id' | 'timetable_id' | 'time' | 'batches' | 'told' | 'left_alone' | 'waiting'>,
    Pick<Tables['timetable_run'], 'repeated'>,
    Pick<Tables['timetable'], 'organization_id' | 'name'> {
  action: TimetableAction;
}

/** Runs in which a purifier could not be reached, or did not answer in time. */
export const listOpenRuns = async (db: Db, since: number, max: number): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(sql`
    select r.id from timetable_run r where r.time > ${new Date(since)} and r.outcome <> 'SKIPPED'
      and (r.waiting <> '{}' or exists (select from command k where k.batch_id = any(r.batches)
        and k.state in ('EXPIRED', 'FAILED') and not k.purifier_id = any(r.repeated)))
    order by r.id limit ${max}`);
  return rows.map(({ id }) => id);
};

/** Keeps a run from other processes; undefined: one of them has it, or a later one counts, or its timetable rests. */
export const claimRun = async (tx: Tx, id: number): Promise<OpenRun | undefined> => {
  const { rows } = await tx.query<OpenRun & Record<string, unknown>>(sql`
    select r.id, r.timetable_id, t.organization_id, t.name, r.time, r.action, r.batches, r.told, r.left_alone, r.waiting,
      r.repeated
    from timetable_run r join timetable t on t.id = r.timetable_id join organization o on o.id = t.organization_id
    where r.id = ${id} and t.use = 'Y' and o.use = 'Y'
      and not exists (select from timetable_run l where l.timetable_id = r.timetable_id and l.time > r.time)
    for no key update of r skip locked`);
  return rows[0];
};

/** Purifiers that did not execute a run's command, and whose device was heard again since. */
export const listHeardAgain = async (tx: Tx, { batches, repeated }: OpenRun): Promise<number[]> => {
  const { rows } = await tx.query<{ purifier_id: number }>(sql`
    select distinct k.purifier_id from command k
    where k.batch_id = any(${batches}::uuid[]) and k.state in ('EXPIRED', 'FAILED')
      and not k.purifier_id = any(${repeated}::integer[])
      and (exists (select from meter_current c where c.meter_id = k.meter_id and c.time > k.ended_time)
        or exists (select from purifier_state s where s.purifier_id = k.purifier_id and s.last_time > k.ended_time))
    order by 1`);
  return rows.map(({ purifier_id }) => purifier_id);
};

export const updateRun = async (
  tx: Tx,
  {
    id,
    batches,
    told,
    left_alone,
    waiting,
    repeated,
  }: Omit<OpenRun, 'timetable_id' | 'organization_id' | 'name' | 'time' | 'action'>,
): Promise<void> => {
  await tx.query(sql`
    update timetable_run set batches = ${batches}::uuid[], told = ${told}, left_alone = ${left_alone},
      waiting = ${waiting}::integer[], repeated = ${repeated}::integer[] where id = ${id}`);
};
