import type { ErrorCode } from '@airdeck/contract/error/code';
import { createStore, type Store } from './store.ts';

/** The kind of a failed call: an error answer, no connection, no answer in time, or an answer that is no JSON. */
export type FailureKind = 'answer' | 'network' | 'timeout' | 'unreadable';

export interface FailureDetails {
  kind: FailureKind;
  /** The server's code, else the client's own: ERR_TIMEOUT, or ERR_BAD_REQUEST for anything else. */
  code: string;
  /** The server's sentence in the user's language, else the client's own. */
  message: string;
  /** Field → code. */
  errors: Readonly<Record<string, string>>;
  requestId: string | null;
  /** HTTP status; null when there was no answer. */
  status: number | null;
}

/** The error of any failed call. Cancelled calls throw an AbortError instead. */
export class ApiFailure extends Error {
  readonly kind: FailureKind;
  readonly code: string;
  readonly errors: Readonly<Record<string, string>>;
  readonly requestId: string | null;
  readonly status: number | null;

  constructor({ kind, code, message, errors, requestId, status }: FailureDetails) {
    super(message);
    this.name = 'ApiFailure';
    this.kind = kind;
    this.code = code;
    this.errors = errors;
    this.requestId = requestId;
    this.status = status;
  }
}

/** The failure of the last request: reset before every request. */
/** Whether a failure is an answer with an error code. */
export const isCode = (error: unknown, code: ErrorCode): boolean => error instanceof ApiFailure && error.code === code;

export interface ErrorState {
  isError: boolean;
  message: string;
  code: string;
  errors: Readonly<Record<string, string>>;
}

export const NO_ERROR: ErrorState = { isError: false, message: '', code: '', errors: {} };

export const errorState: Store<ErrorState> = createStore(NO_ERROR);
