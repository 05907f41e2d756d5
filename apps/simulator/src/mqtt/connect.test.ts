import { expect, it, vi } from 'vitest';
import { cutLine, openClient, whenConnected } from './connect.ts';
import { createTestBroker } from './test-broker.ts';

vi.setConfig({ testTimeout: 30_000 });

it('a line that is cut leaves the last will, and comes back', async () => {
  const broker = await createTestBroker();
  const will = { topic: 'gateway/status', payload: 'OFFLINE' };
  const given = { username: 'x', password: 'y', onTrouble: () => undefined };
  const client = openClient({ url: broker.url, ...given, will });
  await whenConnected(client, new AbortController().signal);
  const back = new Promise<void>((resolve) => client.once('connect', () => resolve()));
  cutLine(client, 50);
  expect(client.options.reconnectPeriod).toBe(50);
  // Messages of this time are sent after reconnecting.
  const sent = client.publishAsync('a', 'b', { qos: 1 });
  await Promise.all([back, sent]);
  expect(client.options.reconnectPeriod).toBeGreaterThan(50);
  expect(broker.messages().map(({ topic, payload, retain }) => [topic, String(payload), retain])).toEqual(
    expect.arrayContaining([
      ['gateway/status', 'OFFLINE', true],
      ['a', 'b', false],
    ]),
  );
  await client.endAsync(true);
  await broker.close();
});

it('keeps no buffer for each of 65,536 packet ids', async () => {
  const broker = await createTestBroker();
  const client = openClient({ url: broker.url, username: 'x', password: 'y', onTrouble: () => undefined });
  await whenConnected(client, new AbortController().signal);
  expect(client.options.writeCache).toBe(false);
  await client.endAsync(true);
  await broker.close();
});

it('a login that the server does not know yet is tried again', async () => {
  const broker = await createTestBroker();
  broker.allow('x', 'not yet');
  const troubles: string[] = [];
  const options = { url: broker.url, username: 'x', password: 'y', onTrouble: (words: string) => troubles.push(words) };
  const client = openClient(options);
  await vi.waitFor(() => expect(troubles).toHaveLength(1), { timeout: 20_000 });
  broker.allow('x', 'y');
  await whenConnected(client, new AbortController().signal);
  expect(troubles[0]).toContain('does not know "x" with this password');
  await client.endAsync(true);
  await broker.close();
});
