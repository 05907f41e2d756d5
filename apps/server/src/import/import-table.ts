import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Db, Tx } from '../platform/db/pool.ts';

/** A row of a file that passed its schema, with its line number; statements take many at once, as JSON. */
export type Numbered<Row> = Row & { n: number };

export interface AddedRow {
  id: number;
  organizationId: number;
  /** The meter itself, or the meter of a part. */
  meterId?: number;
  /** The row as people see it, for the audit log. */
  after: object;
  /** Its credential, which the answer shows once: the field named by `handsOut`. */
  handedOut?: readonly string[];
}

/** A stored row of an organization, as an import reads it back. */
export interface AddedPlace {
  id: number;
  organization_id: number;
}

export const addedOf = (rows: readonly AddedPlace[]): AddedRow[] =>
  rows.map((after) => ({ id: after.id, organizationId: after.organization_id, after }));

/** Turns rows of a file into rows of a resource, many at a time. */
export interface ImportTable<Row> {
  entity: Entity;
  /** Fields that must be unique within a file; the error is reported at the last of them. */
  unique: readonly (readonly (keyof Row & string)[])[];
  /** Those of them that are compared without case. */
  caseless?: readonly (keyof Row & string)[];
  /** Columns of the answer's file for rows with credentials. */
  handsOut?: readonly string[];
  /** Errors beyond a row's own fields: parents outside the scope, names that are already registered. */
  findProblems(db: Db | Tx, rows: readonly Numbered<Row>[], scope: Scope): Promise<RowError[]>;
  /** Adds valid rows. `origin`: address of the user's console, for links to it. */
  insert(tx: Tx, rows: readonly Numbered<Row>[], scope: Scope, origin: string): Promise<AddedRow[]>;
}
