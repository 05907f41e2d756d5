import type { RowError } from '@airdeck/contract/import-file';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Db, Tx } from '../platform/db/pool.ts';

/** A row of a file that is right by itself, with its number there; statements take many of them at once, as JSON. */
export type Numbered<Row> = Row & { n: number };

export interface AddedRow {
  id: number;
  organizationId: number;
  /** The meter that it is, or is a part of. */
  meterId?: number;
  /** The row as a person sees it, for the audit. */
  after: object;
  /** Its credential, which the answer shows this once: the field that `handsOut` names. */
  handedOut?: readonly string[];
}

/** A stored row of an organization, as an import reads it back. */
export interface AddedPlace {
  id: number;
  organization_id: number;
}

export const addedOf = (rows: readonly AddedPlace[]): AddedRow[] =>
  rows.map((after) => ({ id: after.id, organizationId: after.organization_id, after }));

/** How rows of a file become rows of a resource, many at a time. */
export interface ImportTable<Row> {
  entity: Entity;
  /** Fields of which no two rows of a file may have the same; an error stands at the last of them. */
  unique: readonly (readonly (keyof Row & string)[])[];
  /** Of those, in which a letter's case makes no difference. */
  caseless?: readonly (keyof Row & string)[];
  /** Columns of a file that the answer brings, of rows that are given ways in. */
  handsOut?: readonly string[];
  /** Errors of rows beyond their own fields: parents outside the scope, names that are registered already. */
  findProblems(db: Db | Tx, rows: readonly Numbered<Row>[], scope: Scope): Promise<RowError[]>;
  /** Adds rows that have no problems. `origin` is where the asker's console is, for links to it. */
  insert(tx: Tx, rows: readonly Numbered<Row>[], scope: Scope, origin: string): Promise<AddedRow[]>;
}
