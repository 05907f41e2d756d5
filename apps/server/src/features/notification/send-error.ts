import { MailError } from '../../platform/mail.ts';
import { PostError } from '../../platform/post.ts';

/** Why something was not sent, in a word for the record. */
export class SendError extends Error {
  override name = 'SendError';
  /** Whether another try would end the same. */
  readonly isFinal: boolean;
  constructor(message: string, isFinal: boolean) {
    super(message);
    this.isFinal = isFinal;
  }
}

/** Answers that will not change by themselves; a server that is busy, or too slow, says something else. */
const isFinalStatus = (status: number | null): boolean =>
  status !== null && status >= 300 && status < 500 && ![408, 425, 429].includes(status);

/** @throws what is no failure of sending */
export const sendErrorOf = (error: unknown): SendError => {
  if (error instanceof SendError) return error;
  if (error instanceof MailError) return new SendError(error.message, error.isFinal);
  if (error instanceof PostError)
    return new SendError(error.message, error.code === 'PRIVATE_ADDRESS' || isFinalStatus(error.status));
  throw error;
};
