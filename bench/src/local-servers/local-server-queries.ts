import type { Db } from '@airdeck/server/platform/db/pool';
import sql from 'sql-template-tag';

/** An organization with a local server at each of these ports of this machine. */
export const addLocalServers = async (db: Db, ports: readonly number[]): Promise<void> => {
  await db.query(sql`insert into organization (code, name) values ('10000000', 'Sites')`);
  await db.query(sql`insert into local_server (organization_id, name, ip, port, account)
    select o.id, 'Site ' || p.port, '127.0.0.1', p.port, 'airdeck' from organization o, unnest(${[...ports]}::integer[]) as p(port)
    where o.code = '10000000'`);
};
