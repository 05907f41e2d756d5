import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aCertificate } from '../testing/certificate.ts';
import { aDataDir, type ServerProcess, startServer } from '../testing/server-process.ts';

const dir = aDataDir();
const certificate = aCertificate();
let server: ServerProcess;

beforeAll(async () => {
  const [cert, key] = [join(dir.path, 'cert.pem'), join(dir.path, 'key.pem')];
  writeFileSync(cert, certificate.cert);
  writeFileSync(key, certificate.key);
  const place = ['--data', join(dir.path, 'data'), '--port', '0', '--mqtt-port', '0', '--host', '127.0.0.1'];
  server = await startServer(['start', ...place, '--tls-cert', cert, '--tls-key', key]);
});
afterAll(async () => {
  await server.stop();
  dir.remove();
});

const options = { agent: false, ca: certificate.cert, timeout: 60_000 };

it('answers over HTTPS, and tells browsers to stay with it', async () => {
  expect(server.url).toMatch(/^https:/);
  const [response] = await once(get(`${server.url}/api/v1/health`, options), 'response');
  expect(response.statusCode).toBe(200);
  expect(response.headers['strict-transport-security']).toContain('max-age=');
  expect(await json(response)).toMatchObject({ status: 'ok' });
});

it('is not trusted by clients that do not know the certificate', async () => {
  const request = get(`${server.url}/api/v1/health`, { agent: false, timeout: 60_000 });
  const [error] = await once(request, 'error');
  expect(error.code).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
});
