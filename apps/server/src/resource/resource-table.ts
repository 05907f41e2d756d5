import type { ErrorCode } from '@airdeck/contract/error/code';
import type { Scope } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Sql } from 'sql-template-tag';
import type { AuditedChange } from '../audit/audit-queries.ts';
import type { ScopeColumns } from '../platform/db/conditions.ts';
import type { Tx } from '../platform/db/pool.ts';
import type { ListSource } from '../platform/db/read-page.ts';
import type { Editor } from '../platform/http/who.ts';

/** Rows of most lists have numbers; those of several tables in one list have texts. */
export interface Identified<Id extends number | string = number | string> {
  id: Id;
}

/** Columns that every administered row has. */
export interface Editable extends Identified<number> {
  version: number;
}

export interface PageFilters {
  filters: Sql[];
  /** Whether they concern the parents of the list only. */
  isOfParents: boolean;
}

/** How an administered entity is stored. SQL names here come from the program, never from input. */
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
  /** Alias of the table in `list`, whose columns include `id` and `version`. */
  alias: string;
  list: ListSource<Order>;
  /**
   * Columns that identify a row's owner. Shared rows without an organization are visible to all and can be changed only
   * with a scope that reaches all.
   */
  scope: ScopeColumns;
  filters(query: Query): Sql[];
  /** The same filters for one page of the list, faster because names are looked up beforehand. Default: `filters`. */
  pageFilters?(db: Tx, query: Query): Promise<PageFilters>;
  present(row: Row): Item;
  /** Volatile fields that people do not edit; left out of the audit log. */
  passing?: readonly string[];
  /** Facts of a new row that the audit log records besides its fields. */
  recordedOf?(tx: Tx, added: Added): Promise<object>;
  ownerOf(row: Row): Pick<AuditedChange, 'organizationId' | 'meterId'>;
  /** Inserts a row under a parent within the scope and returns its id; undefined: the parent is not in the scope. */
  insert(tx: Tx, added: Added, scope: Scope): Promise<number | undefined>;
  /** Writes all fields. Returns false when the new parent does not belong to the row's organization. */
  update(tx: Tx, row: Row, edited: Edited, editor: Editor, scope: Scope): Promise<boolean>;
  /** Further meters that an edit changes. */
  alsoMeters?(tx: Tx, before: Row, after: Row): Promise<readonly number[]>;
  /** Error code for a missing row; default RESOURCE_NOT_FOUND. */
  notFound?: ErrorCode;
  /** Parent field; used in the error for an unknown parent. */
  parent?: string;
  /** Deletes dependent rows that no foreign key cascades to. */
  removeParts?(tx: Tx, row: Row): Promise<void>;
  /** Checks a row before its deletion. @throws Failure when it must not be deleted. */
  checkRemoval?(tx: Tx, row: Row, editor: Editor): Promise<void>;
}
