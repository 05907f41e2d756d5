import { createHash, timingSafeEqual } from 'node:crypto';

const SECRET_BYTES = 24;

/**
 * A device's secret: random and long, so that its plain SHA-256 cannot be guessed backwards and thousands of
 * devices can connect at once (docs/adr/0003).
 */
export const newSecret = (randomBytes: (size: number) => Buffer): string =>
  // A command line treats a value that begins with a hyphen as an option.
  randomBytes(SECRET_BYTES).toString('base64url').replace(/^-/, '_');

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** Stands for the hash of a secret that will be handed over later: no secret has it. */
export const noSecretYet = (randomBytes: (size: number) => Buffer): Buffer => randomBytes(32);

export const matchesSecret = (secret: string, hash: Buffer): boolean => timingSafeEqual(hashSecret(secret), hash);

/** A device's credential, as it is shown once to the person who registers it. */
export interface Credential {
  username: string;
  secret: string;
}

export const newCredential = (
  randomBytes: (size: number) => Buffer,
  organizationCode: string,
  deviceCode: string,
): { credential: Credential; secretHash: Buffer } => {
  const secret = newSecret(randomBytes);
  return { credential: { username: `${organizationCode}:${deviceCode}`, secret }, secretHash: hashSecret(secret) };
};
