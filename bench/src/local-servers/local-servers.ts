import { join } from 'node:path';
import { topicOf } from '@airdeck/contract/protocol/topic';
import { type Broker, createBroker } from '@airdeck/server/platform/mqtt/broker';
import pino from 'pino';
import { ask, nextMessage, startChild, stopChild } from '../child.ts';
import { print } from '../figure.ts';

const SITES = 200;
const MESSAGES_A_SITE = 50;
const MB = 1_000_000;

/** Figures of the connecting process. */
export interface Standing {
  rss: number;
  connected: number;
  received: number;
}

const openSite = async (): Promise<Broker> => {
  const site = createBroker<string>({
    ...{ port: 0, host: '127.0.0.1', tls: null, maxPacketBytes: 65_536, log: pino({ level: 'silent' }) },
    monotonic: () => performance.now(),
    rules: {
      admit: ({ username }) => username,
      maySubscribe: () => true,
      mayPublish: () => false,
      now: () => Date.now(),
      receive: (_, __, done) => done(),
    },
  });
  await site.start();
  return site;
};

/** 200 local servers at once: time until all are connected, and the cost for the connecting process. */
export const benchLocalServers = async (): Promise<void> => {
  const sites = await Promise.all(Array.from({ length: SITES }, openSite));
  const ports = sites.map((site) => site.port());
  const child = startChild(join(import.meta.dirname, 'process.ts'), [ports.join(',')]);
  const before = await nextMessage<Standing>(child);
  const began = performance.now();
  let now = await ask<Standing>(child, 'start');
  while (now.connected < SITES) now = await ask<Standing>(child, 'look');
  const took = performance.now() - began;
  print({ name: 'local-servers-connected', value: took / 1000, unit: 's' });
  print({ name: 'local-servers-rss', value: (now.rss - before.rss) / MB, unit: 'MB more', reach: '<= 200' });
  for (let n = 0; n < MESSAGES_A_SITE; n++) {
    const payload = JSON.stringify({ time: Date.now() - n * 1000, readings: { CO2: 600 + n } });
    const topic = topicOf('10000000', 'M1', 'readings');
    await Promise.all(sites.map((site) => site.publish(topic, payload, { retain: false })));
  }
  while (now.received < MESSAGES_A_SITE * SITES) now = await ask<Standing>(child, 'look');
  print({ name: 'local-servers-rss-busy', value: (now.rss - before.rss) / MB, unit: 'MB more', reach: '<= 200' });
  await stopChild(child);
  await Promise.all(sites.map((site) => site.stop()));
};
