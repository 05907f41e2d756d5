import { createHash } from 'node:crypto';
import { RECOVERY_CODES } from '@airdeck/contract/user/second-factor';
import { verifySync } from 'otplib';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Random } from '../../platform/random.ts';
import { findSecondFactor, takeRecoveryCode, takeStep } from './second-factor-queries.ts';

const STEP_S = 30;

/** The step of the code among the present one and its neighbours, because clocks of phones differ; null: a wrong code. */
export function stepOfCode(secret: string, code: string, time: number): number | null {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(time / 1000);
  const result = verifySync({ secret, token, epoch, period: STEP_S, epochTolerance: STEP_S });
  return result.valid && 'timeStep' in result ? result.timeStep : null;
}

const RECOVERY_BYTES = 10;
const RECOVERY_CODE = /^[0-9a-f]{20}$/;

/** The code is random, so a plain hash is enough and quick. */
const hashOf = (digits: string): Buffer => createHash('sha256').update(digits).digest();

/** New recovery codes in groups of five digits (hexadecimal), with their hashes. */
export const createRecoveryCodes = (random: Random): { code: string; hash: Buffer }[] =>
  Array.from({ length: RECOVERY_CODES }, () => {
    const digits = Buffer.from(random(RECOVERY_BYTES)).toString('hex');
    return { code: digits.replace(/.{5}(?!$)/g, '$&-'), hash: hashOf(digits) };
  });

export interface SecondFactorCodes {
  /** Uses up a code of the user's authenticator or a recovery code; false: it is wrong or was used before. */
  verify(userId: number, code: string): Promise<boolean>;
}

export const createSecondFactorCodes = (deps: { db: Db; clock: Clock; seal: PasswordSeal }): SecondFactorCodes => ({
  async verify(userId, code) {
    const { db, clock, seal } = deps;
    const digits = code.toLowerCase().replace(/[\s-]/g, '');
    if (RECOVERY_CODE.test(digits)) return takeRecoveryCode(db, userId, hashOf(digits));
    const sealed = (await findSecondFactor(db, userId))?.secret;
    const secret = sealed ? seal.open(sealed) : null;
    const step = secret === null ? null : stepOfCode(secret, code, clock.now());
    return step !== null && takeStep(db, userId, step);
  },
});
