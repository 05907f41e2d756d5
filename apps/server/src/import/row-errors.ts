import type { FieldCode } from '@airdeck/contract/error/field-code';
import { MAX_SHOWN_ERRORS, type RowError } from '@airdeck/contract/import-file';

/** The errors of a file: all are counted, and the first ones kept. */
export class RowErrors {
  #count = 0;
  readonly #kept: RowError[] = [];

  add(row: number, field: string, code: FieldCode): void {
    this.#count++;
    if (this.#kept.length < MAX_SHOWN_ERRORS) this.#kept.push({ row, field, code });
  }

  get count(): number {
    return this.#count;
  }

  /** By row; within a row in the order in which they were found. */
  list(): RowError[] {
    return this.#kept.toSorted((a, b) => a.row - b.row);
  }
}
