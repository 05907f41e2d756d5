import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { addHealthRoutes } from '../features/health/health-routes.ts';
import { aCertificate } from '../testing/certificate.ts';
import { connectPacket, openTestBroker, publishPacket, rawClient } from '../testing/raw-mqtt.ts';
import { createCertificateWatch } from './certificate-watch.ts';
import { createHttp, replaceCertificate } from './http/create-http.ts';
import { readCertificate } from './read-certificate.ts';

const log = pino({ level: 'silent' });
const SOON = { timeout: 60_000, interval: 5 };
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const printOf = (pem: string): string => new X509Certificate(pem).fingerprint256;

/** A pair of files, and how to replace them as a certificate client does: the draft is renamed. */
const aPair = () => {
  const folder = mkdtempSync(join(tmpdir(), 'airdeck-watch-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  const write = (which: 'cert' | 'key', text: string): void => {
    writeFileSync(`${files[which]}.new`, text);
    renameSync(`${files[which]}.new`, files[which]);
  };
  const first = aCertificate();
  write('cert', first.cert);
  write('key', first.key);
  const read = () => {
    const found = readCertificate(files);
    if (!found) throw new Error('no certificate');
    return found;
  };
  return { files, write, first, read };
};

const openHttps = async (certificate: { cert: Buffer; key: Buffer }) => {
  const authenticate = () => Promise.reject(new Error('no login here'));
  const http = await createHttp({ log, tls: certificate, version: '1', authenticate, delayMs: () => 0 });
  addHealthRoutes(
    http,
    async () => [],
    async () => ({ status: 'ok', problems: [] }),
  );
  await http.listen({ port: 0, host: '127.0.0.1' });
  ends.push(() => http.close());
  return { http, port: (http.server.address() as AddressInfo).port };
};

/** Requests health; answers the fingerprint of the certificate of the connection. */
const ask = async (port: number, agent: Agent | false): Promise<string> => {
  const path = '/api/v1/health/live';
  const request = get({ host: '127.0.0.1', port, path, agent, rejectUnauthorized: false });
  const [response] = await once(request, 'response');
  const { fingerprint256 } = (response.socket as TLSSocket).getPeerCertificate();
  response.resume();
  await once(response, 'end');
  if (response.statusCode !== 200) throw new Error(`status ${response.statusCode}`);
  return fingerprint256;
};

const connectDevice = async (port: number, clientId: string) => {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false });
  await once(socket, 'secureConnect');
  const client = rawClient(socket);
  client.send(connectPacket({ clientId }));
  if ((await client.next()) !== 'connack 0') throw new Error('not admitted');
  return { client, print: socket.getPeerCertificate().fingerprint256 };
};

it('is replaced under load: no request fails, no device is disconnected, and new connections get the new one', async () => {
  const pair = aPair();
  const next = aCertificate();
  const { http, port } = await openHttps(pair.read());
  const test = await openTestBroker({}, { tls: pair.read() });
  ends.push(() => test.close());
  const watch = createCertificateWatch({
    files: pair.files,
    first: pair.read(),
    onChanged: (certificate) => {
      replaceCertificate(http, certificate);
      test.broker.replaceCertificate(certificate);
    },
    log,
    everyMs: 5,
  });
  await watch.start();
  ends.push(() => watch.stop());

  let isOver = false;
  const counts = { kept: 0, fresh: 0, acknowledged: 0, joined: 0 };
  const freshPrints = new Set<string>();
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  ends.push(() => kept.destroy());
  const load = [
    (async () => {
      while (!isOver) {
        expect(await ask(port, kept)).toBe(printOf(pair.first.cert));
        counts.kept++;
      }
    })(),
    (async () => {
      while (!isOver) {
        freshPrints.add(await ask(port, false));
        counts.fresh++;
      }
    })(),
    (async () => {
      const { client } = await connectDevice(test.broker.port(), 'stays');
      for (let id = 1; !isOver; id = (id % 60_000) + 1) {
        client.send(publishPacket('a', 'x', 1, id));
        expect(await client.next()).toBe(`puback ${id}`);
        counts.acknowledged++;
      }
    })(),
    (async () => {
      while (!isOver) {
        const { client, print } = await connectDevice(test.broker.port(), `joins-${counts.joined++}`);
        freshPrints.add(print);
        client.lose();
      }
    })(),
  ];
  const all = Promise.all(load);
  const moves = (part: keyof typeof counts) => {
    const before = counts[part];
    return Promise.race([all, expect.poll(() => counts[part], SOON).toBeGreaterThan(before + 3)]);
  };
  const allMove = () => Promise.all([moves('kept'), moves('fresh'), moves('acknowledged'), moves('joined')]);
  await allMove();
  expect(freshPrints).toEqual(new Set([printOf(pair.first.cert)]));

  // The certificate without its key changes nothing.
  pair.write('cert', next.cert);
  await expect.poll(() => watch.state().fault, SOON).toContain('are no certificate and its key');
  await allMove();
  expect(freshPrints).toEqual(new Set([printOf(pair.first.cert)]));

  pair.write('key', next.key);
  await expect.poll(() => watch.state().fault, SOON).toBeNull();
  freshPrints.clear();
  await allMove();
  await allMove();
  isOver = true;
  await all;
  // A connection that had begun before may be among the first.
  expect(freshPrints).toContain(printOf(next.cert));
  expect(await ask(port, false)).toBe(printOf(next.cert));
  expect((await connectDevice(test.broker.port(), 'last')).print).toBe(printOf(next.cert));
});

it('keeps the one in use while a file is missing or half written, and says so', async () => {
  const pair = aPair();
  const used: string[] = [];
  const watch = createCertificateWatch({
    files: pair.files,
    first: pair.read(),
    onChanged: ({ cert }) => used.push(cert.toString()),
    log,
    everyMs: 5,
  });
  await watch.start();
  ends.push(() => watch.stop());
  expect(watch.state()).toEqual({
    names: 'localhost, 127.0.0.1',
    expiresAt: Date.UTC(2049, 11, 31, 23, 59, 59),
    fault: null,
  });
  pair.write('cert', pair.first.cert.slice(0, 200));
  await expect.poll(() => watch.state().fault, SOON).not.toBeNull();
  rmSync(pair.files.cert);
  await expect.poll(() => watch.state().fault, SOON).toContain('cannot be read');
  expect(used).toEqual([]);
  pair.write('cert', pair.first.cert);
  await expect.poll(() => watch.state().fault, SOON).toBeNull();
  expect(used).toEqual([]);
});
