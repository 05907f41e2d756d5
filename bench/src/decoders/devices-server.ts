// The role `devices` with meters of the native protocol, a good decoder and hostile ones, in a process of its own.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashSecret } from '@airdeck/server/device-messages/secret';
import { migrate } from '@airdeck/server/platform/db/migrate';
import { openDatabase } from '@airdeck/server/platform/db/open';
import { CODECS, HOSTILE } from '@airdeck/server/testing/decoder-sources';
import { openDevicesRole } from '@airdeck/server/testing/devices-role';
import pino from 'pino';
import { ORGANIZATION, SECRET } from '../ingest/names.ts';
import { register } from '../register-queries.ts';
import { addDoor, countOff } from './door-queries.ts';

const meters = Number(process.argv[2]);
const ATTACKS = [
  'an endless loop',
  'an array that grows',
  'allocations that ignore their failure',
  'recursion',
  'a result of 5 MB',
  'replaced built-in functions',
];
/** Two hostile messages and a good one in turn, so that the server does not switch the decoder off. */
const inTurn = (source: string): string => `
  ${source}
  var hostile = decodeUplink;
  decodeUplink = function (input) { return input.bytes[0] < 2 ? hostile(input) : { data: { a: 1 } }; };`;

const log = pino({ level: 'error' }, pino.destination(2));
const dataDir = mkdtempSync(join(tmpdir(), 'airdeck-bench-'));
const database = await openDatabase({ dataDir, log, onExit: (reason) => log.error(reason) });
const { db } = database;
await migrate(db, join(import.meta.dirname, '../../../apps/server/src/migrations'));
const secretHash = hashSecret(SECRET);
await register(db, { organizationCode: ORGANIZATION, meters, gateways: 0, secretHash });
const good = await addDoor(db, { source: CODECS.ts013, secretHash, meter: 'D0', addresses: ['good'] });
const hostile: string[] = [];
for (const name of ATTACKS) {
  const source = HOSTILE[name]?.source;
  if (source === undefined) throw new Error(`no decoder ${name}`);
  hostile.push(await addDoor(db, { source: inTurn(source), secretHash, meter: 'D0', addresses: ['hostile'] }));
}
const devices = await openDevicesRole({ db, url: database.engine?.connection ?? '' }, dataDir, {
  decoderProgram: new URL('../../../apps/server/dist/decoder-worker.js', import.meta.url),
});
process.send?.({ port: devices.port, good, hostile });

process.on('message', async (message) => {
  if (message === 'off') process.send?.({ off: await countOff(db) });
  if (message === 'stop') {
    await devices.close();
    await database.close();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  }
});
