import { PassThrough } from 'node:stream';
import { Aedes } from 'aedes';
import { expect, test } from 'vitest';
import { openConnection } from './connection.ts';
import { createLastWills } from './last-wills.ts';

const MIB = 1024 * 1024;
const aConnection = (aedes: Aedes) => openConnection<string>(aedes.handle(new PassThrough()), '192.0.2.1');

test('wills beyond 16 MiB do not wait', async () => {
  const aedes = await Aedes.createBroker();
  const settled: string[] = [];
  const said: string[] = [];
  const wills = createLastWills<string>({ delayMs: 60_000, onSettled: ({ name }) => void settled.push(name ?? '') });
  const add = (name: string, bytes: number): void => {
    const connection = { ...aConnection(aedes), name };
    wills.add(connection, { bytes, deliver: () => void said.push(name) });
  };
  add('a', 10 * MIB);
  add('b', 7 * MIB);
  add('c', 6 * MIB);
  expect(said).toEqual(['b']);
  for (const connection of wills.connections()) if (connection.name === 'a') wills.drop(connection);
  add('d', 10 * MIB);
  expect([said, settled]).toEqual([['b'], ['a']]);
  wills.dropAll();
  expect([said, settled]).toEqual([['b'], ['a', 'c', 'd']]);
  await new Promise<void>((resolve) => aedes.close(() => resolve()));
});
