import { isLoginId, passwordIssues } from '@airdeck/domain/field-rule';
import { hash } from '@node-rs/argon2';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTurns, hashPassword, randomPassword, verifyPassword } from './password.ts';
import { systemRandom } from './random.ts';

describe('verifyPassword', () => {
  it('knows the password it hashed, and no other', async () => {
    const stored = await hashPassword('Clean-Air-42!');
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stored, 'Clean-Air-42!')).toBe(true);
    expect(await verifyPassword(stored, 'clean-air-42!')).toBe(false);
  });

  it('takes no password where none was set', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
  });
});

it('a flood of passwords is hashed one at a time, and turned away before it waits for long', async () => {
  const cheap = await hash('Clean-Air-42!', { memoryCost: 64, timeCost: 1, parallelism: 1 });
  const tries = await Promise.allSettled(Array.from({ length: 250 }, () => verifyPassword(cheap, 'Clean-Air-42!')));
  const refused = tries.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(250 - 1 - 200);
  expect(await verifyPassword(cheap, 'Clean-Air-42!')).toBe(true);
});

it('a stored hash that is none is an error, and the next password is looked at', async () => {
  await expect(verifyPassword('no hash', 'Clean-Air-42!')).rejects.toThrow('Decoding');
  expect(await verifyPassword(await hashPassword('Clean-Air-42!'), 'Clean-Air-42!')).toBe(true);
});

describe('createTurns', () => {
  it('lets two run at once, the others in turn, and refuses who would wait too long', async () => {
    const inTurn = createTurns(2, 3);
    const ends: (() => void)[] = [];
    const begun: number[] = [];
    const job = (n: number) =>
      inTurn(async () => {
        begun.push(n);
        await new Promise<void>((resolve) => ends.push(resolve));
        return n;
      });
    const jobs = [1, 2, 3, 4, 5].map(job);
    await expect(job(6)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
    expect(begun).toEqual([1, 2]);
    ends[1]?.();
    await expect.poll(() => begun).toEqual([1, 2, 3]);
    for (const n of [0, 2, 3, 4]) {
      await expect.poll(() => ends.length).toBeGreaterThan(n);
      ends[n]?.();
    }
    expect(await Promise.all(jobs)).toEqual([1, 2, 3, 4, 5]);
    const failing = inTurn(() => Promise.reject(new Error('wrong')));
    await expect(failing).rejects.toThrow('wrong');
    expect(await inTurn(async () => 'next')).toBe('next');
  });
});

describe('randomPassword', () => {
  it('passes the password rule with any bytes', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(255)), (bytes) => {
        const password = randomPassword(() => Uint8Array.of(bytes.next().value ?? 0));
        expect(password).toHaveLength(16);
        expect(passwordIssues(password)).toEqual([]);
        expect(isLoginId(password.replace(/[!#%+=?@]/g, ''))).toBe(true);
      }),
    );
  });

  it('is another one each time', () => {
    expect(new Set(Array.from({ length: 100 }, () => randomPassword(systemRandom))).size).toBe(100);
  });
});
