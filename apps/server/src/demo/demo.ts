import { join } from 'node:path';
import { DEMO_SITES } from '@airdeck/simulator/demo/sites/all';
import { newSecret } from '../device-messages/secret.ts';
import { appendRegistryChange } from '../feed/feed-queries.ts';
import type { Db } from '../platform/db/pool.ts';
import { hashPassword } from '../platform/password.ts';
import { systemRandom } from '../platform/random.ts';
import { say } from '../platform/say.ts';
import { demoPasswords } from './demo-passwords.ts';
import { demoUsers } from './demo-users.ts';
import { fillPast } from './past/fill-past.ts';
import { GATEWAY_CODE, renewGateways, seedDemo } from './seed-demo.ts';
import { DEMO_SEED, type Simulator, startSimulator } from './start-simulator.ts';

export interface Demo {
  /** Prints one line per role with its login. */
  sayLogins(): void;
  /** Starts the virtual building with the broker on this port. */
  startBuilding(mqttPort: number): Promise<Simulator>;
}

/** Registers the demo's sites and users at the first start, and can start their simulation. */
export const prepareDemo = async (db: Db, dataDir: string, historyDays: number): Promise<Demo> => {
  const passwords = demoPasswords(dataDir, systemRandom);
  const users = demoUsers(DEMO_SITES);
  await db.tx((tx) => seedDemo(tx, DEMO_SITES, ({ authority }) => hashPassword(passwords[authority])));

  return {
    sayLogins() {
      for (const { authority, code, login } of users) {
        say(`login: role=${authority} code=${code} id=${login} password=${passwords[authority]}`);
      }
    },
    async startBuilding(mqttPort) {
      const secret = () => newSecret((size) => Buffer.from(systemRandom(size)));
      const gateways = await db.tx(async (tx) => {
        const renewed = await renewGateways(tx, secret);
        await appendRegistryChange(tx);
        return renewed;
      });
      return startSimulator({
        mqttPort,
        gateways,
        statePath: join(dataDir, 'building.json'),
        historyDays,
        onFilled(past) {
          fillPast(db, { ...past, seed: DEMO_SEED, gateway: GATEWAY_CODE }).catch((error) => {
            say(`The alarms of the demo's past could not be made: ${error instanceof Error ? error.message : error}`);
          });
        },
      });
    },
  };
};
