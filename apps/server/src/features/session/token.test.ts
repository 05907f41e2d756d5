import { createHmac, randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SignJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadTokenKey } from '../../platform/installation-keys.ts';
import { systemRandom } from '../../platform/random.ts';
import { testClock } from '../../testing/test-clock.ts';
import { createTokens } from './token.ts';

const key = new Uint8Array(32).fill(1);
const clock = testClock();
const tokens = createTokens(key, clock);
const sid = randomUUID();
const soon = clock.now() + 60_000;

const codeOf = (token: string) =>
  tokens.verify(token).then(
    () => 'taken',
    (failure) => failure.code,
  );
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { sid, exp: soon / 1000 };
/** A token with any header, signed as HS256 with any key. */
const forge = (header: object, payload: object, secret: Uint8Array | string = key) => {
  const content = `${part(header)}.${part(payload)}`;
  return `${content}.${createHmac('sha256', secret).update(content).digest('base64url')}`;
};

describe('tokens', () => {
  it('name their session until they expire', async () => {
    const token = await tokens.sign(sid, soon);
    expect(await tokens.verify(token)).toBe(sid);
    const later = testClock(soon - 1);
    expect(await createTokens(key, later).verify(token)).toBe(sid);
    const again = createTokens(key, later);
    expect(await again.verify(token)).toBe(sid);
    later.advance(1);
    // Those that have been seen before, too.
    for (let i = 0; i < 2; i++) await expect(again.verify(token)).rejects.toMatchObject({ code: 'EXPIRED_TOKEN' });
    await expect(createTokens(key, later).verify(token)).rejects.toMatchObject({ code: 'EXPIRED_TOKEN' });
  });

  it('are of one key', async () => {
    const other = createTokens(new Uint8Array(32).fill(2), clock);
    expect(await codeOf(await other.sign(sid, soon))).toBe('INVALID_SIGNATURE');
  });

  it('of an earlier key stay valid until they expire, while that key is kept', async () => {
    const [first, second, third] = [1, 2, 3].map((byte) => new Uint8Array(32).fill(byte)) as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const token = await createTokens(first, clock).sign(sid, soon);
    const rotated = createTokens(third, clock, [second, first]);
    expect(await rotated.verify(token)).toBe(sid);
    await expect(createTokens(third, testClock(soon), [second, first]).verify(token)).rejects.toMatchObject({
      code: 'EXPIRED_TOKEN',
    });
    await expect(createTokens(third, clock, [second]).verify(token)).rejects.toMatchObject({
      code: 'INVALID_SIGNATURE',
    });
    // New tokens have the key in use.
    expect(await createTokens(third, clock).verify(await rotated.sign(sid, soon))).toBe(sid);
  });

  it('cannot be changed', async () => {
    const [header, , signature] = (await tokens.sign(sid, soon)).split('.');
    expect(await codeOf(`${header}.${part({ ...claims, sid: randomUUID() })}.${signature}`)).toBe('INVALID_SIGNATURE');
    expect(await codeOf(`${header}.${part({ ...claims, exp: 9e9 })}.${signature}`)).toBe('INVALID_SIGNATURE');
  });

  it('are checked for their signature before their end', async () => {
    expect(await codeOf(forge({ alg: 'HS256' }, { sid, exp: 1 }, 'x'))).toBe('INVALID_SIGNATURE');
  });

  it.each<[string, string, string]>([
    ['nothing', '', 'INVALID_TOKEN'],
    ['no token', 'abc', 'INVALID_TOKEN'],
    ['two parts', `${part({ alg: 'HS256' })}.${part(claims)}`, 'INVALID_TOKEN'],
    ['alg none', `${part({ alg: 'none' })}.${part(claims)}.`, 'INVALID_TOKEN'],
    ['alg none, signed', forge({ alg: 'none' }, claims), 'INVALID_TOKEN'],
    ['alg NONE', `${part({ alg: 'NONE' })}.${part(claims)}.`, 'INVALID_TOKEN'],
    ['another alg', forge({ alg: 'HS512' }, claims), 'INVALID_TOKEN'],
    ['an asymmetric alg', forge({ alg: 'RS256' }, claims), 'INVALID_TOKEN'],
    ['no alg', forge({ typ: 'JWT' }, claims), 'INVALID_TOKEN'],
    ['kid of an empty file', forge({ alg: 'HS256', kid: '../../dev/null' }, claims, ''), 'INVALID_SIGNATURE'],
    ['key in the token', forge({ alg: 'HS256', jwk: { kty: 'oct', k: 'AA' } }, claims, '\0'), 'INVALID_SIGNATURE'],
    ['unknown critical header', forge({ alg: 'HS256', crit: ['x'], x: 1 }, claims), 'INVALID_TOKEN'],
    ['no session', forge({ alg: 'HS256' }, { exp: claims.exp }), 'INVALID_TOKEN'],
    ['a session that is none', forge({ alg: 'HS256' }, { ...claims, sid: "'; drop table" }), 'INVALID_TOKEN'],
    ['more than a session', forge({ alg: 'HS256' }, { ...claims, sid: `${sid}0` }), 'INVALID_TOKEN'],
    ['a session and something before it', forge({ alg: 'HS256' }, { ...claims, sid: `0${sid}` }), 'INVALID_TOKEN'],
    ['a session in an array', forge({ alg: 'HS256' }, { ...claims, sid: [sid] }), 'INVALID_TOKEN'],
    ['no end', forge({ alg: 'HS256' }, { sid }), 'INVALID_TOKEN'],
    ['an end in words', forge({ alg: 'HS256' }, { sid, exp: 'never' }), 'INVALID_TOKEN'],
  ])('are refused: %s', async (_title, token, code) => {
    expect(await codeOf(token)).toBe(code);
  });

  it('of another algorithm are refused even with the right key', async () => {
    const token = await new SignJWT({ sid })
      .setProtectedHeader({ alg: 'HS384' })
      .setExpirationTime('1h')
      .sign(new Uint8Array(48).fill(1));
    expect(await codeOf(token)).toBe('INVALID_TOKEN');
  });
});

describe('loadTokenKey', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'airdeck-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('makes a key of its own for each installation, and finds it again', () => {
    const made = loadTokenKey(folder, systemRandom);
    expect(made.key).toHaveLength(32);
    expect(loadTokenKey(folder, systemRandom)).toEqual(made);
    expect(statSync(join(folder, 'token.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['token.key']);
    rmSync(join(folder, 'token.key'));
    expect(loadTokenKey(folder, systemRandom)).not.toEqual(made);
  });

  it('replaces a half-written one', () => {
    writeFileSync(join(folder, 'token.key'), 'short');
    expect(loadTokenKey(folder, systemRandom).key).toHaveLength(32);
    expect(readFileSync(join(folder, 'token.key'))).toHaveLength(32);
  });

  it('closes one that is open to others', () => {
    loadTokenKey(folder, systemRandom);
    chmodSync(join(folder, 'token.key'), 0o644);
    loadTokenKey(folder, systemRandom);
    expect(statSync(join(folder, 'token.key')).mode & 0o777).toBe(0o600);
  });
});
