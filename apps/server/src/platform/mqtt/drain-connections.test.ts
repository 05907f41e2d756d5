import { PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, openConnection } from './connection.ts';
import { drainConnections } from './drain-connections.ts';

let aedes: Aedes;
beforeEach(async () => {
  aedes = await Aedes.createBroker();
});
afterEach(async () => {
  await new Promise<void>((resolve) => aedes.close(() => resolve()));
});

const connectionsOf = (count: number): Connection<string>[] =>
  Array.from({ length: count }, () => openConnection<string>(aedes.handle(new PassThrough()), '192.0.2.1'));

test.each([
  [3, [3]],
  [250, [100, 100, 50]],
])('%i connections are closed in portions: %j', async (count, portions) => {
  const open = new Set(connectionsOf(count));
  const closed: number[] = [];
  let portion = 0;
  await drainConnections(
    open,
    () => {
      portion += 1;
    },
    async () => {
      closed.push(portion);
      portion = 0;
    },
  );
  expect(closed).toEqual(portions);
});

test('many connections are closed in forty portions, those with unanswered messages last', async () => {
  const all = connectionsOf(8_000);
  for (const each of all.slice(0, 200)) each.waitingBytes = 1;
  const open = new Set(all);
  const closed: Connection<string>[] = [];
  let rests = 0;
  await drainConnections(
    open,
    (connection) => {
      closed.push(connection);
      open.delete(connection);
    },
    async () => void rests++,
  );
  expect(rests).toBe(40);
  expect(closed.slice(-200).every(({ waitingBytes }) => waitingBytes === 1)).toBe(true);
  expect(new Set(closed).size).toBe(8_000);
});

test('a connection that comes meanwhile is closed too', async () => {
  const [first, second] = connectionsOf(2);
  if (!first || !second) throw new Error('no connections');
  const open = new Set([first]);
  const closed: Connection<string>[] = [];
  await drainConnections(
    open,
    (connection) => void closed.push(connection),
    async () => void open.add(second),
  );
  expect(closed).toEqual([first, second]);
});
