import { MAX_SWITCH_OFF_TESTS } from '@airdeck/contract/control/switch-off-test';
import type { FormerState, SwitchOffRun } from '@airdeck/domain/control/switch-off-test';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';

/** Commands by which others control a purifier. */
const CONTROLLING = ['POWER', 'WORK', 'FAN_SPEED', 'OPERATING_TIME'];

export interface TestRow extends SwitchOffRun {
  id: number;
  organizationId: number;
  purifierId: number;
  userId: number | null;
  description: string;
  startTime: number;
  wasAuto: boolean;
  batches: readonly string[];
  startedBy: string | null;
}

type Times = 'phaseTime' | 'onTime' | 'offTime' | 'askedTime' | 'startTime';
type Stored = Omit<TestRow, Times> & Record<'phaseTime' | 'startTime', Date> & Record<Times, Date | null>;

const COLUMNS = sql`t.id, t.organization_id as "organizationId", t.purifier_id as "purifierId", t.user_id as "userId",
  t.description, t.phase, t.phase_time as "phaseTime", t.outcome, t.start_time as "startTime", t.on_time as "onTime",
  t.off_time as "offTime", t.asked_time as "askedTime", t.former, t.was_auto as "wasAuto", t.batches,
  (select login from app_user u where u.id = t.user_id) as "startedBy"`;

const present = (row: Stored): TestRow => ({
  ...row,
  phaseTime: row.phaseTime.getTime(),
  startTime: row.startTime.getTime(),
  onTime: row.onTime?.getTime() ?? null,
  offTime: row.offTime?.getTime() ?? null,
  askedTime: row.askedTime?.getTime() ?? null,
});

export const listTests = async (db: Db, purifierId: number): Promise<TestRow[]> => {
  const { rows } = await db.query<Stored & Record<string, unknown>>(sql`
    select ${COLUMNS} from switch_off_test t where t.purifier_id = ${purifierId}
    order by t.start_time desc, t.id desc limit ${MAX_SWITCH_OFF_TESTS}`);
  return rows.map(present);
};

export const listRunning = async (db: Db, max: number): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    sql`select id from switch_off_test where phase <> 'ENDED' order by id limit ${max}`,
  );
  return rows.map(({ id }) => id);
};

/** Keeps a running test from other processes; undefined: one of them has it, or it has ended. */
export const claimTest = async (tx: Tx, id: number): Promise<TestRow | undefined> => {
  const { rows } = await tx.query<Stored & Record<string, unknown>>(sql`
    select ${COLUMNS} from switch_off_test t where t.id = ${id} and t.phase <> 'ENDED' for update of t skip locked`);
  return rows.map(present)[0];
};

/** The running test of a purifier, locked. */
export const lockRunning = async (tx: Tx, purifierId: number): Promise<TestRow | undefined> => {
  const { rows } = await tx.query<Stored & Record<string, unknown>>(sql`
    select ${COLUMNS} from switch_off_test t where t.purifier_id = ${purifierId} and t.phase <> 'ENDED' for update of t`);
  return rows.map(present)[0];
};

export interface NewTest {
  organizationId: number;
  purifierId: number;
  userId: number | null;
  description: string;
  former: FormerState;
  wasAuto: boolean;
  now: number;
}

/** null: one is running. */
export const insertTest = async (tx: Tx, test: NewTest): Promise<number | null> => {
  const time = new Date(test.now);
  const { rows } = await tx.query<{ id: number }>(sql`
    insert into switch_off_test (organization_id, purifier_id, user_id, description, phase, phase_time, start_time,
      former, was_auto)
    values (${test.organizationId}, ${test.purifierId}, ${test.userId}, ${test.description}, 'ON', ${time}, ${time},
      ${JSON.stringify(test.former)}::jsonb, ${test.wasAuto})
    on conflict do nothing returning id`);
  return rows[0]?.id ?? null;
};

const timeOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

export const saveTest = async (tx: Tx, id: number, run: SwitchOffRun, batches: readonly string[]): Promise<void> => {
  await tx.query(sql`
    update switch_off_test set phase = ${run.phase}, phase_time = ${timeOf(run.phaseTime)}, outcome = ${run.outcome},
      on_time = ${timeOf(run.onTime)}, off_time = ${timeOf(run.offTime)}, asked_time = ${timeOf(run.askedTime)},
      batches = ${batches}::uuid[]
    where id = ${id}`);
};

/** Whether others have controlled the purifier since the test began. */
export const isInterrupted = async (
  tx: Tx,
  { purifierId, startTime, batches }: Pick<TestRow, 'purifierId' | 'startTime' | 'batches'>,
): Promise<boolean> => {
  const { rows } = await tx.query<{ found: boolean }>(sql`
    select exists (select from command k where k.purifier_id = ${purifierId} and k.requested_time > ${new Date(startTime)}
      and k.command = any(${CONTROLLING}::text[]) and not k.batch_id = any(${batches}::uuid[])) as found`);
  return rows[0]?.found ?? false;
};

/** Whether auto mode controls a purifier at a time. */
export const isAutoRunning = async (tx: Tx, purifierId: number, now: number): Promise<boolean> => {
  const { rows } = await tx.query<{ found: boolean }>(sql`
    select exists (select from auto_mode a where a.purifier_id = ${purifierId} and a.use = 'Y'
      and (a.overridden_since is null or a.overridden_until <= ${new Date(now)})) as found`);
  return rows[0]?.found ?? false;
};
