import { ERROR_STATUS, type ErrorCode } from '@airdeck/contract/error/code';
import type { FieldCode } from '@airdeck/contract/error/field-code';

/** Thrown by services when a request cannot be fulfilled; becomes an error answer at the edge. */
export class Failure extends Error {
  override name = 'Failure';
  readonly code: ErrorCode;
  /** The problem of each field. */
  readonly errors: Record<string, FieldCode>;
  readonly statusCode: number;

  constructor(code: ErrorCode, errors: Record<string, FieldCode> = {}) {
    super(code);
    this.code = code;
    this.errors = errors;
    this.statusCode = ERROR_STATUS[code];
  }
}
