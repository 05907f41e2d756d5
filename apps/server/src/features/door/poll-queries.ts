import sql from 'sql-template-tag';
import { LOCK } from '../../platform/db/locks.ts';
import type { Db } from '../../platform/db/pool.ts';

/** A process of the role `devices` that has reported within this time is alive and keeps its devices. */
export const HOLDER_SILENT_MS = 10_000;
const ALIVE = sql`select supervisor_id from process
  where role = 'devices' and seen_time >= clock_timestamp() - ${HOLDER_SILENT_MS} * interval '1 millisecond'`;

/**
 * Takes the polled devices that no living process holds, and returns all that this process holds. Devices of one host
 * and port go to one process: many of them accept one connection. A process that has not registered itself takes none.
 */
export const claimDevices = (db: Db, holder: string): Promise<number[]> =>
  db.tx(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${LOCK.polling})`);
    await tx.query(sql`
      with alive as (${ALIVE})
      update door_device v set polled_by = ${holder}::uuid
      where v.host is not null and (v.polled_by is null or v.polled_by not in (select supervisor_id from alive))
        and ${holder}::uuid in (select supervisor_id from alive)
        and not exists (
          select from door_device w where w.host = v.host and w.port = v.port and w.polled_by <> ${holder}::uuid
            and w.polled_by in (select supervisor_id from alive))`);
    const { rows } = await tx.query<{ id: number }>(sql`
      select id from door_device where host is not null and polled_by = ${holder}::uuid`);
    return rows.map(({ id }) => id);
  });

/** Another process may poll what this one polled. */
export const releaseDevices = async (db: Db, holder: string): Promise<void> => {
  await db.query(sql`update door_device set polled_by = null where polled_by = ${holder}::uuid`);
};
