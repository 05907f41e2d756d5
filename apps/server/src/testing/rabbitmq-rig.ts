import { topicOf } from '@airdeck/contract/protocol/topic';
import { API_BASE } from '@airdeck/contract/route';
import sql from 'sql-template-tag';
import { loadSealKey } from '../platform/installation-keys.ts';
import { systemRandom } from '../platform/random.ts';
import { aCredential, openDeviceServer } from './device-server.ts';
import { aDepartment, aMeter, anOrganization } from './factory.ts';
import { openRabbitMq } from './rabbitmq.ts';
import { openSiteProcess } from './site-process.ts';
import { testDatabase } from './test-database.ts';
import { openWebServer } from './web-server.ts';

/**
 * RabbitMQ as Debian packages it (apt-get install rabbitmq-server), of one node or several. It asks the role `web` who
 * may connect, and is a local server of the role `devices`. Its meters are M1, M2 and so on. Close it.
 */
export const openRabbitRig = async ({ nodes = 1, meters = 1 } = {}) => {
  const cleanups: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  };
  try {
    const database = await testDatabase();
    cleanups.push(database.close);
    const { db } = database;
    const organization = await anOrganization(db);
    const department = await aDepartment(db, { organizationId: organization.id });
    const devices: { code: string; meterId: number; login: { username: string; password: string } }[] = [];
    for (let n = 1; n <= meters; n++) {
      const { id: meterId, code } = await aMeter(db, { department, code: `M${n}`, sensors: ['CO2'] });
      devices.push({ code, meterId, login: await aCredential(db, { organization, code, meterId }) });
    }
    const web = await openWebServer(database, ['--broker-auth', '127.0.0.1']);
    cleanups.push(web.close);
    const rabbit = await openRabbitMq(web.base.replace(API_BASE, '/broker-auth'), nodes);
    cleanups.push(rabbit.close);
    const server = await openDeviceServer(db);
    cleanups.push(server.close);
    const [port = 0, ...others] = rabbit.nodes.map((node) => node.port);
    const further = others.map((other) => `127.0.0.1:${other}`).join(',') || null;
    await db.query(sql`insert into local_server (organization_id, name, ip, port, further_addresses, own_login)
      values (${organization.id}, 'RabbitMQ', '127.0.0.1', ${port}, ${further}, 'Y')`);
    const process = await openSiteProcess(db, server, { keys: loadSealKey(web.dataDir, systemRandom) });
    cleanups.push(process.close);
    const topic = (rest: string, code = 'M1'): string => topicOf(organization.code, code, rest);
    return { db, devices, nodes: rabbit.nodes, connected: process.connected, topic, close };
  } catch (error) {
    await close();
    throw error;
  }
};
export type RabbitRig = Awaited<ReturnType<typeof openRabbitRig>>;
