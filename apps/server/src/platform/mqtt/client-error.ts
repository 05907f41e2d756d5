/** Why there is no connection. */
export type ClientErrorCode =
  | 'ADDRESS'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'TLS'
  | 'NO_MQTT'
  | 'LOGIN'
  | 'SUBSCRIPTION'
  | 'LOST'
  | 'BUSY';

export class ClientError extends Error {
  override name = 'ClientError';
  readonly code: ClientErrorCode;
  constructor(code: ClientErrorCode, reason: string) {
    super(reason);
    this.code = code;
  }
}

const UNREACHABLE = new Set(['EHOSTUNREACH', 'ENETUNREACH', 'ENETDOWN', 'EHOSTDOWN', 'ETIMEDOUT', 'EADDRNOTAVAIL']);

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** The stage that a connection reached says most about why it failed. */
export type Stage = 'TCP' | 'TLS' | 'MQTT' | 'OPEN';
const BY_STAGE: Readonly<Record<Stage, ClientErrorCode>> = {
  TCP: 'UNREACHABLE',
  TLS: 'TLS',
  MQTT: 'NO_MQTT',
  OPEN: 'LOST',
};

export const failureAt = (stage: Stage, error: unknown, reason: string): ClientError => {
  if (error instanceof ClientError) return error;
  const code = codeOf(error);
  if (code === 'ECONNREFUSED') return new ClientError('REFUSED', reason);
  if (stage !== 'OPEN' && UNREACHABLE.has(code)) return new ClientError('UNREACHABLE', reason);
  return new ClientError(BY_STAGE[stage], reason);
};
