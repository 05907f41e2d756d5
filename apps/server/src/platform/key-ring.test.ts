import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadKeyRing, parseKeys } from './key-ring.ts';
import { systemRandom } from './random.ts';

const keyOf = (byte: number) => new Uint8Array(32).fill(byte);
const textOf = (key: Uint8Array) => Buffer.from(key).toString('base64');

describe('parseKeys', () => {
  it('reads base64, of addresses too', () => {
    const key = keyOf(251);
    expect(parseKeys(`${textOf(key)},${Buffer.from(key).toString('base64url')}`)).toEqual([key, key]);
  });

  it.each([
    ['nothing', ''],
    ['a key that is too short', 'AAAA'],
    ['a key that is too long', textOf(new Uint8Array(33))],
    ['other characters', `${textOf(keyOf(1)).slice(0, 40)}!!!=`],
    ['a comma at the end', `${textOf(keyOf(1))},`],
    ['too many keys', Array.from({ length: 5 }, (_, i) => textOf(keyOf(i))).join(',')],
  ])('refuses %s', (_, text) => {
    expect(parseKeys(text)).toBeNull();
  });
});

describe('loadKeyRing', () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'airdeck-keys-'));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));
  const load = (given: readonly Uint8Array[] = []) =>
    loadKeyRing({ dataDir, name: 'token.key', given, make: () => systemRandom(32) });

  it('keeps the replaced key while its file is there', () => {
    const before = load();
    expect(before.earlier).toEqual([]);
    renameSync(join(dataDir, 'token.key'), join(dataDir, 'token.key.old'));
    const after = load();
    expect(after.key).not.toEqual(before.key);
    expect(after.earlier.map(textOf)).toEqual([textOf(before.key)]);
    rmSync(join(dataDir, 'token.key.old'));
    expect(load()).toEqual({ key: after.key, earlier: [] });
  });

  it('prefers the keys of the environment', () => {
    const own = load();
    expect(load([keyOf(1), keyOf(2)])).toEqual({ key: keyOf(1), earlier: [keyOf(2)] });
    expect(load()).toEqual(own);
  });

  it('names an earlier key that is none', () => {
    writeFileSync(join(dataDir, 'token.key.old'), 'short');
    expect(() => load()).toThrow('token.key.old holds no key of 32 bytes');
  });
});
