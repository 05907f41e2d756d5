import sql, { type Sql } from 'sql-template-tag';

/**
 * Identifies a run of the database server, as text. After a crash PostgreSQL may reassign transaction ids that were not
 * yet on disk, and a promoted standby may never have seen them: an id read under another identity means nothing. Read
 * it in the same statement as the ids, since a pool may reconnect between two statements.
 * The start time changes with a restart and differs on a standby. It stays when the postmaster recovers from the crash
 * of a child process, but the statistics are reset then (docs/adr/0011-feed.md). Every role may read both.
 */
export const SERVER_IDENTITY: Sql = sql`concat_ws(' ', pg_postmaster_start_time(), pg_stat_get_bgwriter_stat_reset_time())`;
