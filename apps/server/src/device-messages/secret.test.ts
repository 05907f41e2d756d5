import { expect, it } from 'vitest';
import { systemRandom } from '../platform/random.ts';
import { hashSecret, matchesSecret, newSecret } from './secret.ts';

const random = (size: number): Buffer => Buffer.from(systemRandom(size));

it('begins with no hyphen, which a command line takes for an option, for any random bytes', () => {
  for (let first = 0; first < 256; first++) {
    const secret = newSecret((size) => Buffer.from([first, ...random(size - 1)]));
    expect(secret).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{31}$/);
    expect(matchesSecret(secret, hashSecret(secret))).toBe(true);
  }
});
