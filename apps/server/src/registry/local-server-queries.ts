import sql from 'sql-template-tag';

/**
 * Local servers `s`, each with every organization `o` for which it speaks: its own, or all for one of the installation.
 * There is a session for each of these pairs.
 */
export const LOCAL_SERVERS = sql`local_server s cross join lateral (
  select * from organization where id = s.organization_id
  union all select * from organization where s.organization_id is null) o`;
