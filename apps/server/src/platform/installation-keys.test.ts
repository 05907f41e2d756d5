import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createKeys, loadPushKey, loadSealKey, loadTokenKey } from './installation-keys.ts';
import { systemRandom } from './random.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdeck-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const NONE = { token: [], localServer: [], push: [] };

it('a first machine has all keys of the installation, which its later starts and its roles find', () => {
  createKeys(folder, systemRandom, NONE);
  expect(readdirSync(folder).sort()).toEqual(['local-server.key', 'push.key', 'token.key']);
  const keys = () => [loadTokenKey, loadSealKey, loadPushKey].map((load) => load(folder, systemRandom).key);
  const made = keys();
  createKeys(folder, systemRandom, NONE);
  expect(keys()).toEqual(made);
});

it('keys of the environment need no file', () => {
  createKeys(folder, systemRandom, { ...NONE, token: [systemRandom(32)] });
  expect(readdirSync(folder).sort()).toEqual(['local-server.key', 'push.key']);
});
