/**
 * ADDRESS: no IP address. REQUEST: beyond the protocol's bounds. TIMEOUT: no whole answer in time. LOST: closed without
 * an answer. ANSWER: not an answer to this request. EXCEPTION: the device refused, with a code.
 */
export type ModbusErrorCode =
  | 'ADDRESS'
  | 'REQUEST'
  | 'UNREACHABLE'
  | 'REFUSED'
  | 'TIMEOUT'
  | 'LOST'
  | 'ANSWER'
  | 'EXCEPTION'
  | 'QUEUE_FULL'
  | 'STOPPED';

export const ILLEGAL_FUNCTION = 1;
export const DEVICE_BUSY = 6;

/** Why a request has no answer. */
export class ModbusError extends Error {
  override name = 'ModbusError';
  readonly code: ModbusErrorCode;
  /** Code of a device's exception, such as 2 for an unknown register; null: it is none. */
  readonly exception: number | null;
  constructor(code: ModbusErrorCode, reason: string, exception: number | null = null) {
    super(reason);
    this.code = code;
    this.exception = exception;
  }
}

export const isException = (error: unknown, exception: number): boolean =>
  error instanceof ModbusError && error.exception === exception;
