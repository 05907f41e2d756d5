import { MailError } from '../../platform/mail.ts';
import { PostError } from '../../platform/post.ts';

/** Why a message was not sent; the message is a short code for the record. */
export class SendError extends Error {
  override name = 'SendError';
  /** Whether a retry would fail the same way. */
  readonly isFinal: boolean;
  /** The receiver did not answer in time; it may have accepted the message all the same. */
  readonly isTimeout: boolean;
  constructor(message: string, isFinal: boolean, isTimeout = false) {
    super(message);
    this.isFinal = isFinal;
    this.isTimeout = isTimeout;
  }
}

/** Whether an HTTP status is a permanent failure. A busy or slow server answers others. */
const isFinalStatus = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status);

/** @throws the error itself when it is no failure of sending */
export const sendErrorOf = (error: unknown): SendError => {
  if (error instanceof SendError) return error;
  if (error instanceof MailError) return new SendError(error.message, error.isFinal, error.isTimeout);
  if (error instanceof PostError)
    return new SendError(
      error.message,
      error.code === 'PRIVATE_ADDRESS' || isFinalStatus(error.status),
      error.code === 'TIMEOUT',
    );
  throw error;
};
