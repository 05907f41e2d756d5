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

it('names files that hold something else', () => {
  const path = join(folder, 'notes.txt');
  writeFileSync(path, 'no certificate');
  expect(() => readCertificate({ cert: path, key: path })).toThrow(/no certificate and its key/);
});
