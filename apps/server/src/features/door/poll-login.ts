import { type DoorDeviceFields, headerName, headerValue } from '@airdeck/contract/door/schema';
import { Failure } from '../../platform/http/failure.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { DoorDeviceRow } from './message-queries.ts';

/** How the server logs in at a polled device. `secret`: encrypted. */
export interface PollLogin {
  kind: 'BASIC' | 'BEARER' | 'HEADER';
  account: string | null;
  secret: Buffer;
}

type LoginRow = Pick<DoorDeviceRow, 'poll_login' | 'poll_account' | 'poll_secret'>;

export const loginOf = ({
  poll_login: kind,
  poll_account: account,
  poll_secret: secret,
}: LoginRow): PollLogin | null => (kind === 'NONE' || secret === null ? null : { kind, account, secret });

/** The headers of a login; null: its secret was encrypted with another key. */
export const loginHeaders = (
  login: PollLogin | null,
  { open }: Pick<PasswordSeal, 'open'>,
): Record<string, string> | null => {
  if (login === null) return {};
  const secret = open(login.secret);
  if (secret === null) return null;
  switch (login.kind) {
    case 'BASIC':
      return { authorization: `Basic ${Buffer.from(`${login.account ?? ''}:${secret}`).toString('base64')}` };
    case 'BEARER':
      return { authorization: `Bearer ${secret}` };
    case 'HEADER':
      return { [login.account ?? '']: secret };
  }
};

/** Checks the fields of a login. @throws Failure INVALID_PARAMETER with the field */
export const checkLogin = ({ poll_login, poll_account, poll_secret }: DoorDeviceFields): void => {
  const refuse = (field: 'poll_account' | 'poll_secret', code: 'REQUIRED' | 'INVALID'): Failure =>
    new Failure('INVALID_PARAMETER', { [field]: code });
  const hasAccount = poll_login === 'BASIC' || poll_login === 'HEADER';
  if (hasAccount && poll_account === null) throw refuse('poll_account', 'REQUIRED');
  // A colon ends the account.
  if (poll_login === 'BASIC' && poll_account?.includes(':')) throw refuse('poll_account', 'INVALID');
  if (poll_login === 'HEADER' && !headerName.safeParse(poll_account).success) throw refuse('poll_account', 'INVALID');
  const isHeader = poll_login === 'BEARER' || poll_login === 'HEADER';
  if (isHeader && poll_secret !== null && !headerValue.safeParse(poll_secret).success) {
    throw refuse('poll_secret', 'INVALID');
  }
};

export interface StoredLogin {
  login: DoorDeviceFields['poll_login'];
  account: string | null;
  secret: Buffer | null;
}

/**
 * The login as it is stored. Without a new secret the old one stays, but only for the same device: an editor who does
 * not know the secret must not have it sent elsewhere.
 * @throws Failure INVALID_PARAMETER with the field
 */
export const storedLogin = (
  fields: DoorDeviceFields & { port: number | null },
  before: Pick<DoorDeviceRow, 'host' | 'port' | 'tls' | keyof LoginRow> | null,
  { seal }: Pick<PasswordSeal, 'seal'>,
): StoredLogin => {
  const { poll_login: login, poll_account, poll_secret } = fields;
  if (login === 'NONE') return { login, account: null, secret: null };
  const account = login === 'BEARER' ? null : poll_account;
  if (poll_secret !== null) return { login, account, secret: seal(poll_secret) };
  const isSameDevice =
    before !== null &&
    before.poll_login === login &&
    before.host === fields.host &&
    before.port === fields.port &&
    (before.tls === 'N' || fields.tls === 'Y');
  if (!isSameDevice) throw new Failure('INVALID_PARAMETER', { poll_secret: 'REQUIRED' });
  return { login, account, secret: before.poll_secret };
};
