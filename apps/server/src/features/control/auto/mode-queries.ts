import type { AutoModeFields, AutoModesQuery } from '@airdeck/contract/control/auto-mode';
import type { TARGET_ORDERS } from '@airdeck/contract/control/routes';
import type { AutoThresholds } from '@airdeck/domain/control/auto-mode';
import type { Scope } from '@airdeck/domain/policy/may';
import type { FanSpeed } from '@airdeck/domain/purifier-state';
import sql, { join, type Sql } from 'sql-template-tag';
import { localizedList } from '../../../localization/localized-names-queries.ts';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { type ListSource, readPage } from '../../../platform/db/read-page.ts';
import type { SentPurifier } from '../settings/settings-queries.ts';
import { reachedTargets, TARGET_LIST, type TargetRow, targetFilters } from '../target-queries.ts';

/** A purifier with its automatic mode and the settings sent to its device, if any. */
export interface AutoModeRow extends TargetRow {
  auto_use: 'Y' | 'N' | null;
  thresholds: AutoThresholds | null;
  override_min: number | null;
  auto_version: number | null;
  auto_updated_time: Date | null;
  level: FanSpeed | null;
  level_since: Date | null;
  is_reached: boolean | null;
  tries: number | null;
  overridden_since: Date | null;
  overridden_until: Date | null;
  took_control: boolean | null;
  settings_version: number | null;
  settings_state: 'SENT' | 'ACCEPTED' | 'REJECTED' | null;
  sent: SentPurifier[] | null;
  sent_time: Date | null;
  answered_time: Date | null;
  refusal: string | null;
  accepted: SentPurifier[] | null;
}

const COLUMNS = sql`${TARGET_LIST.columns}, a.use as auto_use, a.thresholds, a.override_min, a.version as auto_version,
  a.updated_time as auto_updated_time, a.level, a.level_since, a.is_reached, a.tries, a.overridden_since,
  a.overridden_until, a.took_control, x.version as settings_version, x.state as settings_state, x.sent, x.sent_time, x.answered_time,
  x.refusal, x.accepted`;

const FROM = sql`${TARGET_LIST.from}
  left join auto_mode a on a.purifier_id = p.id
  left join device_settings x on x.meter_id = p.meter_id`;

const LIST: ListSource<(typeof TARGET_ORDERS)[number]> = { ...TARGET_LIST, columns: COLUMNS, from: FROM };

/** Whether a person's or a timetable's order counts instead. */
export const isOverridden = (
  { overridden_since, overridden_until }: Pick<AutoModeRow, 'overridden_since' | 'overridden_until'>,
  now: number,
): boolean => overridden_since !== null && (overridden_until === null || overridden_until.getTime() > now);

const overriddenAt = (now: number): Sql =>
  sql`(a.overridden_since is not null and coalesce(a.overridden_until > ${new Date(now)}, true))`;

const inState = (state: AutoModesQuery['autoState'], now: number): Sql[] => {
  switch (state) {
    case undefined:
      return [];
    case 'OFF':
      return [sql`a.use is distinct from 'Y'`];
    case 'MANUAL':
      return [sql`a.use = 'Y' and ${overriddenAt(now)}`];
    case 'AUTO':
      return [sql`a.use = 'Y' and not ${overriddenAt(now)}`];
  }
};

export const readAutoModes = (
  db: Db,
  scope: Scope,
  query: AutoModesQuery,
  now: number,
): Promise<{ rows: AutoModeRow[]; total: number }> =>
  readPage<AutoModeRow, (typeof TARGET_ORDERS)[number]>(
    db,
    localizedList(LIST, 'ko'),
    [reachedTargets(scope), ...targetFilters(query, now), ...inState(query.autoState, now)],
    query,
  );

export const listAutoModes = async (db: Db | Tx, scope: Scope, ids: readonly number[]): Promise<AutoModeRow[]> => {
  const conditions = [sql`p.id = any(${ids}::integer[])`, reachedTargets(scope)];
  const { rows } = await db.query<AutoModeRow & Record<string, unknown>>(
    sql`select ${COLUMNS} from ${FROM} where ${join(conditions, ' and ')} order by p.id`,
  );
  return rows;
};

/** Locks the rows that a person is about to change, in the order in which all processes lock several. */
export const lockAutoModes = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.query(sql`select from auto_mode where purifier_id = any(${ids}::integer[]) order by purifier_id for update`);
};

/** Adds it. false: another request just has. */
export const insertAutoMode = async (tx: Tx, purifierId: number, fields: AutoModeFields): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    insert into auto_mode (purifier_id, use, thresholds, override_min)
    values (${purifierId}, ${fields.use}, ${JSON.stringify(fields.thresholds)}::jsonb, ${fields.override_min})
    on conflict do nothing`);
  return rowCount > 0;
};

/** A newly enabled one starts from the beginning. */
export const updateAutoMode = async (tx: Tx, purifierId: number, fields: AutoModeFields): Promise<void> => {
  await tx.query(sql`
    update auto_mode set thresholds = ${JSON.stringify(fields.thresholds)}::jsonb, override_min = ${fields.override_min},
      use = ${fields.use}, version = version + 1, updated_time = now()
    where purifier_id = ${purifierId}`);
  await tx.query(sql`
    update auto_mode set level = null, level_since = null, types = '{}', revision = revision + 1, is_reached = false,
      asked_time = null, tries = 0, overridden_since = null, overridden_until = null, took_control = false
    where purifier_id = ${purifierId} and use = 'N'`);
};

/**
 * Lets a manual command override automatic mode from now on, for the time in each purifier's settings, or for the given
 * minutes.
 */
export const overrideAuto = async (
  tx: Tx,
  ids: readonly number[],
  now: number,
  given?: { minutes: number | null },
): Promise<void> => {
  const minutes = given === undefined ? sql`a.override_min` : sql`${given.minutes}::integer`;
  await tx.query(sql`
    with held as (
      select purifier_id from auto_mode where purifier_id = any(${ids}::integer[]) and use = 'Y'
      order by purifier_id for update
    )
    update auto_mode a set overridden_since = ${new Date(now)}::timestamptz,
      overridden_until = ${new Date(now)}::timestamptz + ${minutes} * interval '1 minute'
    from held where a.purifier_id = held.purifier_id`);
};

/** Returns purifiers to automatic mode, which sends its command at once. */
export const resumeAuto = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.query(sql`
    with held as (
      select purifier_id from auto_mode where purifier_id = any(${ids}::integer[]) order by purifier_id for update
    )
    update auto_mode a set overridden_since = null, overridden_until = null, asked_time = null, tries = 0
    from held where a.purifier_id = held.purifier_id`);
};
