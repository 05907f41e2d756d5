import { isLoginId, passwordIssues } from '@airdeck/domain/field-rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashPassword, randomPassword, systemRandom, verifyPassword } from './password.ts';

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

describe('randomPassword', () => {
  it('passes the password rule, whatever the bytes', () => {
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
