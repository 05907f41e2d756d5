import sql from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { HAS_SECOND_FACTOR } from '../../resource/user-rights-queries.ts';
import type { Tables } from '../../schema/tables.ts';

type Factors = Tables['second_factor'];

/** Of the user `u` of the organization `o`. */
export const secondFactorState = sql`
  case when ${HAS_SECOND_FACTOR} then 'ON'
    when o.require_second_factor = 'Y' then 'REQUIRED' else 'OFF' end`;

export async function findSecondFactor(
  db: Db | Tx,
  userId: number,
): Promise<Pick<Factors, 'secret' | 'pending_secret'> | undefined> {
  const { rows } = await db.query<Pick<Factors, 'secret' | 'pending_secret'>>(
    sql`select secret, pending_secret from second_factor where user_id = ${userId}`,
  );
  return rows[0];
}

export interface SecondFactorSummary {
  set_up_time: Date | null;
  recovery_codes: number;
  required: boolean;
}

export async function summarizeSecondFactor(db: Db, userId: number): Promise<SecondFactorSummary | undefined> {
  const { rows } = await db.query<SecondFactorSummary & Record<string, unknown>>(sql`
    select f.set_up_time, (select count(*)::int from recovery_code c where c.user_id = u.id) as recovery_codes,
      o.require_second_factor = 'Y' as required
    from app_user u join organization o on o.id = u.organization_id left join second_factor f on f.user_id = u.id
    where u.id = ${userId}`);
  return rows[0];
}

export async function savePendingSecret(db: Db, userId: number, sealed: Buffer): Promise<void> {
  await db.query(sql`
    insert into second_factor (user_id, pending_secret) values (${userId}, ${sealed})
    on conflict (user_id) do update set pending_secret = excluded.pending_secret`);
}

/** Lets a pending secret count from `step` on; false: it is no longer the pending one. */
export async function confirmPendingSecret(
  tx: Tx,
  userId: number,
  { sealed, step, time }: { sealed: Buffer; step: number; time: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(sql`
    update second_factor set secret = pending_secret, pending_secret = null, last_step = ${step},
      set_up_time = ${new Date(time)}
    where user_id = ${userId} and pending_secret = ${sealed}`);
  return rowCount > 0;
}

/** After a clock was ahead by more than this many steps, the last step means nothing. */
const CLOCK_ERROR_STEPS = 120;

/** Uses up the code of a step; false: that one or a later one was used before. */
export async function takeStep(db: Db, userId: number, step: number): Promise<boolean> {
  const { rowCount } = await db.query(sql`
    update second_factor set last_step = ${step}
    where user_id = ${userId} and secret is not null
      and (last_step is null or last_step < ${step} or last_step > ${step + CLOCK_ERROR_STEPS})`);
  return rowCount > 0;
}

/** Uses up a recovery code; false: the user has no such code. */
export async function takeRecoveryCode(db: Db, userId: number, hash: Buffer): Promise<boolean> {
  const { rowCount } = await db.query(sql`delete from recovery_code where user_id = ${userId} and code_hash = ${hash}`);
  return rowCount > 0;
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.query(sql`delete from recovery_code where user_id = ${userId}`);
  await tx.query(sql`
    insert into recovery_code (user_id, code_hash) select ${userId}, hash from unnest(${[...hashes]}::bytea[]) hash`);
}

/** Returns whether there was one. */
export async function deleteSecondFactor(tx: Tx, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query(sql`delete from second_factor where user_id = ${userId}`);
  return rowCount > 0;
}
