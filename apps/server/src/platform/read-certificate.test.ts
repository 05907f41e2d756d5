import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { CertificateError, readCertificate } from './read-certificate.ts';

const folder = mkdtempSync(join(tmpdir(), 'airdeck-certificate-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('is not needed', () => {
  expect(readCertificate(null)).toBeNull();
});

it('names a file that cannot be read', () => {
  const missing = join(folder, 'missing.pem');
  expect(() => readCertificate({ cert: missing, key: missing })).toThrow(CertificateError);
  expect(() => readCertificate({ cert: missing, key: missing })).toThrow(missing);
});

it('reads no device and no file that is too long', () => {
  expect(() => readCertificate({ cert: '/dev/zero', key: '/dev/zero' })).toThrow(
    '/dev/zero cannot be read: it is no file',
  );
  const path = join(folder, 'long.pem');
  writeFileSync(path, Buffer.alloc(1_048_577));
  expect(() => readCertificate({ cert: path, key: path })).toThrow('1048576 are allowed');
});

it('names files that hold something else', () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'no certificate');
  expect(() => readCertificate({ cert: path, key: path })).toThrow(/no certificate and its key/);
});
