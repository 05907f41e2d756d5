import { DEMO_SITES } from '@airdeck/simulator/demo/sites/all';
import { newSecret } from '../device-messages/secret.ts';
import { appendRegistryChange } from '../feed/feed-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import { hashPassword } from '../platform/password.ts';
import { systemRandom } from '../platform/random.ts';
import { demoPasswords } from './demo-passwords.ts';
import { type DemoUser, demoUsers } from './demo-users.ts';
import { fillPast } from './past/fill-past.ts';
import { GATEWAY_CODE, renewGateways, seedDemo } from './seed-demo.ts';
import { DEMO_SEED, type SimulatorOptions } from './start-simulator.ts';

export interface Demo {
  /** One login per role. */
  logins: (DemoUser & { password: string })[];
  /** Gateways of the virtual building, with new secrets. */
  gateways: SimulatorOptions['gateways'];
}

/** Registers the demo's sites and users at the first start. */
export const prepareDemo = async (db: Db, dataDir: string): Promise<Demo> => {
  const passwords = demoPasswords(dataDir, systemRandom);
  const users = demoUsers(DEMO_SITES);
  await db.tx((tx) => seedDemo(tx, DEMO_SITES, ({ authority }) => hashPassword(passwords[authority])));
  const secret = () => newSecret((size) => Buffer.from(systemRandom(size)));
  const gateways = await db.tx(async (tx) => {
    const renewed = await renewGateways(tx, secret);
    await appendRegistryChange(tx);
    return renewed;
  });
  return { logins: users.map((user) => ({ ...user, password: passwords[user.authority] })), gateways };
};

/** Adds the alarms of the demo's past, once. */
export const fillDemoPast = async (db: Db, past: { from: number; to: number }): Promise<void> => {
  await fillPast(db, { ...past, seed: DEMO_SEED, gateway: GATEWAY_CODE });
};
