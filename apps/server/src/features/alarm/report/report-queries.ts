import type { Scope } from '@airdeck/domain/policy/may';
import sql from 'sql-template-tag';
import type { Db, Tx } from '../../../platform/db/pool.ts';
import { reached } from '../console/filter-queries.ts';
import type { PhotoType } from './photo-type.ts';

/** Locks out other reports of a person until the transaction ends, and counts those since a time. */
export const countReports = async (tx: Tx, userId: number, since: number): Promise<number> => {
  await tx.query(sql`select from app_user where id = ${userId} for no key update`);
  const { rows } = await tx.query<{ count: number }>(sql`
    select count(*)::integer as count from alarm where reported_by = ${userId} and occurred_time > ${new Date(since)}`);
  return rows[0]?.count ?? 0;
};

/** The report with a key, and whose it is. */
export const findReport = async (tx: Tx, key: string): Promise<{ id: number; reported_by: number } | undefined> => {
  const { rows } = await tx.query<{ id: number; reported_by: number }>(
    sql`select id, reported_by from alarm where report_key = ${key}`,
  );
  return rows[0];
};

export const findLogin = async (tx: Tx, userId: number): Promise<string | null> => {
  const { rows } = await tx.query<{ login: string }>(sql`select login from app_user where id = ${userId}`);
  return rows[0]?.login ?? null;
};

export interface Photo {
  type: PhotoType;
  photo: Buffer;
}

export const insertPhoto = async (tx: Tx, alarmId: number, { type, photo }: Photo): Promise<void> => {
  await tx.query(sql`insert into alarm_photo (alarm_id, type, photo) values (${alarmId}, ${type}, ${photo})`);
};

export const findPhoto = async (db: Db, scope: Scope, alarmId: number): Promise<Photo | undefined> => {
  const { rows } = await db.query<Photo & Record<string, unknown>>(sql`
    select p.type, p.photo from alarm_photo p join alarm a on a.id = p.alarm_id
    where a.id = ${alarmId} and ${reached(scope)}`);
  return rows[0];
};
