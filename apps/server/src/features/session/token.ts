import { errors, jwtVerify, SignJWT } from 'jose';
import type { Clock } from '../../platform/clock.ts';
import { Failure } from '../../platform/http/failure.ts';

const ALGORITHM = 'HS256';
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export interface Tokens {
  sign(sessionId: string, expires: number): Promise<string>;
  /**
   * The session that a token names; the token does not say whether it is still open. @throws Failure EXPIRED_TOKEN,
   * INVALID_SIGNATURE, or INVALID_TOKEN for anything else that is not our token.
   */
  verify(token: string): Promise<string>;
}

/** Tokens whose signature is known to be right; the oldest are forgotten. */
const MAX_KNOWN = 2_000;

/**
 * JSON Web Tokens with one algorithm, ignoring the algorithm in a token's header. One key signs; tokens of earlier keys
 * stay valid until they expire.
 */
export const createTokens = (key: Uint8Array, clock: Clock, earlier: readonly Uint8Array[] = []): Tokens => {
  /** When a token was found right, it is right until it expires, and checking it takes longer than many a question. */
  const known = new Map<string, { sid: string; exp: number }>();

  const remember = (token: string, sid: string, exp: number): void => {
    const [oldest] = known.size < MAX_KNOWN ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, { sid, exp });
  };

  const verifyWith = (token: string, signedWith: Uint8Array) =>
    jwtVerify(token, signedWith, {
      algorithms: [ALGORITHM],
      requiredClaims: ['exp', 'sid'],
      currentDate: new Date(clock.now()),
    });
  const verifyWithAny = async (token: string) => {
    for (const other of [key, ...earlier].slice(0, -1)) {
      try {
        return await verifyWith(token, other);
      } catch (error) {
        if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
      }
    }
    return verifyWith(token, earlier.at(-1) ?? key);
  };

  return {
    sign: (sessionId, expires) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
        .setIssuedAt(Math.floor(clock.now() / 1000))
        .setExpirationTime(Math.floor(expires / 1000))
        .sign(key),

    async verify(token) {
      const before = known.get(token);
      if (before) {
        if (Math.floor(clock.now() / 1000) < before.exp) return before.sid;
        known.delete(token);
        throw new Failure('EXPIRED_TOKEN');
      }
      const { payload } = await verifyWithAny(token).catch((error) => {
        throw new Failure(failureOf(error));
      });
      const { sid, exp } = payload;
      if (typeof sid !== 'string' || !UUID.test(sid)) throw new Failure('INVALID_TOKEN');
      // Two who ask at the same time find it out twice.
      if (exp !== undefined && !payload.nbf) remember(token, sid, exp);
      return sid;
    },
  };
};

function failureOf(error: unknown) {
  if (error instanceof errors.JWTExpired) return 'EXPIRED_TOKEN';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'INVALID_SIGNATURE';
  return 'INVALID_TOKEN';
}
