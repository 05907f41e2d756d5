import type { SecondFactorProof, SecondFactorStart } from '@airdeck/contract/user/second-factor';
import { generateURI, ScureBase32Plugin } from 'otplib';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/pool.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { Who } from '../../platform/http/who.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { Random } from '../../platform/random.ts';
import type { ResourceDeps } from '../../resource/resource.ts';
import { changeOneself } from './change-oneself.ts';
import { createRecoveryCodes, type SecondFactorCodes, stepOfCode } from './second-factor-codes.ts';
import {
  confirmPendingSecret,
  deleteSecondFactor,
  findSecondFactor,
  replaceRecoveryCodes,
  type SecondFactorSummary,
  savePendingSecret,
  summarizeSecondFactor,
} from './second-factor-queries.ts';
import { loadUser } from './user.ts';

export interface SecondFactorOptions extends ResourceDeps {
  clock: Clock;
  random: Random;
  seal: PasswordSeal;
  codes: SecondFactorCodes;
  /** The session feature's; `isRightCode` is asked after the right password. @throws Failure NOT_SAME_PASSWORD, INVALID_SECOND_FACTOR, RETRY_COUNT_OVER */
  prove(userId: number, password: string, ip: string, isRightCode?: () => Promise<boolean>): Promise<void>;
  /** Ends a user's sessions except `except`, whose cached user is reloaded. */
  endSessions(userId: number, except?: string): Promise<void>;
}

/** A person's own second factor. Every change asks for the password, and for a code of the authenticator if there is one. */
export interface SecondFactor {
  read(userId: number): Promise<SecondFactorSummary>;
  /** The secret for a new authenticator, which counts once it is confirmed. */
  start(who: Who, ip: string, proof: SecondFactorStart): Promise<{ secret: string; uri: string }>;
  /** Answers new recovery codes. */
  confirm(who: Who, ip: string, proof: SecondFactorProof): Promise<string[]>;
  renewCodes(who: Who, ip: string, proof: SecondFactorProof): Promise<string[]>;
  /** @throws Failure ACCESS_DENIED where the organization requires it */
  remove(who: Who, ip: string, proof: SecondFactorProof): Promise<void>;
}

const ISSUER = 'Airdeck';
/** As many as the hash of RFC 4226 has. */
const SECRET_BYTES = 20;
const base32 = new ScureBase32Plugin();

export const createSecondFactor = (options: SecondFactorOptions): SecondFactor => {
  const { db, changeRegistry, clock, random, seal, codes, prove, endSessions } = options;

  const proveBoth = ({ userId }: Who, ip: string, { password, otp }: SecondFactorProof): Promise<void> =>
    prove(userId, password, ip, () => codes.verify(userId, otp));

  const change = (editor: { userId: number; ip: string }, told: object, run: (tx: Tx) => Promise<void>) =>
    changeOneself(changeRegistry, editor, editor.userId, run, told);

  const read = async (userId: number): Promise<SecondFactorSummary> => {
    const summary = await summarizeSecondFactor(db, userId);
    if (!summary) throw new Failure('USER_NOT_FOUND');
    return summary;
  };

  return {
    read,
    async start(who, ip, { password, otp }) {
      const { set_up_time } = await read(who.userId);
      if (set_up_time === null) await prove(who.userId, password, ip);
      else if (otp === undefined) throw new Failure('INVALID_PARAMETER', { otp: 'REQUIRED' });
      else await proveBoth(who, ip, { password, otp });
      const secret = base32.encode(random(SECRET_BYTES));
      await savePendingSecret(db, who.userId, seal.seal(secret));
      const { organization_code, login } = await loadUser(db, who.userId);
      return { secret, uri: generateURI({ issuer: ISSUER, label: `${login} (${organization_code})`, secret }) };
    },
    async confirm({ userId, sessionId }, ip, { password, otp }) {
      const factor = await findSecondFactor(db, userId);
      const sealed = factor?.pending_secret ?? null;
      const secret = sealed && seal.open(sealed);
      const step = secret === null ? null : stepOfCode(secret, otp, clock.now());
      await prove(userId, password, ip, async () => step !== null);
      const made = createRecoveryCodes(random);
      await change({ userId, ip }, factor?.secret ? { authenticator: 'CHANGED' } : {}, async (tx) => {
        const isConfirmed =
          sealed !== null &&
          step !== null &&
          (await confirmPendingSecret(tx, userId, { sealed, step, time: clock.now() }));
        if (!isConfirmed) throw new Failure('INVALID_SECOND_FACTOR');
        await replaceRecoveryCodes(
          tx,
          userId,
          made.map(({ hash }) => hash),
        );
      });
      // They were opened without the new authenticator.
      await endSessions(userId, sessionId);
      return made.map(({ code }) => code);
    },
    async renewCodes(who, ip, proof) {
      await proveBoth(who, ip, proof);
      const { userId } = who;
      const made = createRecoveryCodes(random);
      await change({ userId, ip }, { recovery_codes: 'renewed' }, (tx) =>
        replaceRecoveryCodes(
          tx,
          userId,
          made.map(({ hash }) => hash),
        ),
      );
      return made.map(({ code }) => code);
    },
    async remove(who, ip, proof) {
      const { userId } = who;
      if ((await read(userId)).required) throw new Failure('ACCESS_DENIED');
      await proveBoth(who, ip, proof);
      await change({ userId, ip }, {}, async (tx) => {
        await deleteSecondFactor(tx, userId);
      });
    },
  };
};
