import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { Editor } from '../platform/http/who.ts';

/** A row of a file that passed its schema, with its line number; statements take many at once, as JSON. */
export type Numbered<Row> = Row & { n: number };
/** The same with the id of the registered row that it changes; null: it is added. */
export type Matched<Row> = Numbered<Row> & { id: number | null };

/** A registered row, by the fields of a file; those that are only for new rows are missing. */
export type Known<Row> = Partial<Row> & {
  /** The row of the file that has its key. */
  n: number;
  id: number;
  version: number;
  organization_id: number;
  /** The meter of a part. */
  meter_id?: number;
};

export interface AddedRow {
  id: number;
  organizationId: number;
  /** The meter itself, or the meter of a part. */
  meterId?: number;
  /** The row as people see it, for the audit log. */
  after: object;
  /** Its credential, which the answer shows once: the field named by `handsOut`. */
  handedOut?: readonly string[];
  /** Queues a mail with it to the added person; called after the commit, on request. Returns false when it is not sent. */
  sendMail?(): boolean;
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
  /** Further fields than the key that must be unique within a file, compared without case; the error is reported at the last of them. */
  unique?: readonly (readonly (keyof Row & string)[])[];
  /** Columns of the answer's file for rows with credentials. */
  handsOut?: readonly string[];
  /** The registered rows with the keys of these rows. In a transaction they are locked until its end. */
  find(db: Db | Tx, rows: readonly Numbered<Row>[], scope: Scope, isLocked: boolean): Promise<Known<Row>[]>;
  /** Errors beyond a row's own fields: parents outside the scope, names that are already registered. */
  findProblems(db: Db | Tx, rows: readonly Matched<Row>[], scope: Scope, editor: Editor): Promise<RowError[]>;
  /** Adds valid rows. `origin`: address of the user's console, for links to it. */
  insert(tx: Tx, rows: readonly Numbered<Row>[], scope: Scope, origin: string): Promise<AddedRow[]>;
  /** Writes valid rows over registered ones, and counts them. */
  update(tx: Tx, rows: readonly Matched<Row>[], scope: Scope): Promise<number>;
}
