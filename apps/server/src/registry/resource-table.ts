import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Sql } from 'sql-template-tag';
import type { Tx } from '../platform/db/pool.ts';
import type { ListSource } from '../platform/db/read-page.ts';
import type { Editor } from '../platform/http/who.ts';
import type { Note } from './change-registry.ts';

export interface Identified {
  id: number;
}

/** What every row has that people administer. */
export interface Editable extends Identified {
  version: number;
}

/** How something that people administer stands in the database. Names of SQL are the program's own words. */
export interface ResourceTable<
  Row extends Identified,
  Item extends object,
  Added,
  Edited,
  Query,
  Order extends string,
> {
  entity: Entity;
  table: string;
  /** The table's name in `list`, whose columns have an `id` and a `version`. */
  alias: string;
  list: ListSource<Order>;
  /** Columns that say whose a row is. Shared rows without an organization are seen by all, changed by who reaches all. */
  scope: { organization: string; user?: string; isShared?: boolean };
  filters(query: Query): Sql[];
  present(row: Row): Item;
  /** Fields of an item that nobody edits and that pass, which the audit trail does not tell. */
  passing?: readonly string[];
  ownerOf(row: Row): Pick<Note, 'organizationId' | 'meterId'>;
  /** Adds a row below what the scope reaches, and answers its id. undefined: its parent is none of that. */
  insert(tx: Tx, added: Added, scope: Scope): Promise<number | undefined>;
  /** Writes all fields. false: it was given a parent that is none of its organization. */
  update(tx: Tx, row: Row, edited: Edited, editor: Editor): Promise<boolean>;
  /** Meters that an edit changes too. */
  alsoMeters?(tx: Tx, before: Row, after: Row): Promise<readonly number[]>;
  /** What is said of a row that is not there, if not RESOURCE_NOT_FOUND. */
  notFound?: ErrorCode;
  /** The field that names the parent, where a wrong one is said. */
  parent?: string;
  /** Takes away what belongs to a row and what no foreign key takes along with it. */
  removeParts?(tx: Tx, row: Row): Promise<void>;
  /** Looks at a row before it goes. @throws Failure when it must stay. */
  checkRemoval?(tx: Tx, row: Row, editor: Editor): Promise<void>;
}
