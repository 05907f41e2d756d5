import type { ExportFormat } from '@airdeck/contract/export-file';
import type { ListQuery } from '@airdeck/contract/paging';
import type { Route } from '@airdeck/contract/route';
import type { Language } from '@airdeck/contract/user/schema';
import { organizationOf, type Scope } from '@airdeck/domain/policy/may';
import type { Entity } from '@airdeck/domain/policy/policies';
import type { Sql } from 'sql-template-tag';
import type { z } from 'zod';
import { conditionsOf, type NoteAccess } from '../audit/access-log.ts';
import { localizedList, withLocalizedNames } from '../localization/localized-names-queries.ts';
import type { Db, Tx } from '../platform/db/pool.ts';
import type { ListSource } from '../platform/db/read-page.ts';
import { addLongRoute } from '../platform/http/add-route.ts';
import type { Http } from '../platform/http/create-http.ts';
import { Failure } from '../platform/http/failure.ts';
import { languageOf } from '../platform/http/request-language.ts';
import { questionDb } from '../platform/questions/question-db.ts';
import type { Registry } from '../registry/registry.ts';
import { listIds, readRows } from '../resource/resource-queries.ts';
import type { Identified, ResourceTable } from '../resource/resource-table.ts';
import type { Exports } from './exports.ts';
import { resourceColumns } from './resource-columns.ts';
import { sendExport } from './send-export.ts';
import { textsOf } from './texts.ts';

/** More than a sheet of Excel holds and any installation has. */
const MAX_ROWS = 1_000_000;
const CHUNK_ROWS = 500;

export interface ResourceExportOptions {
  db: Db;
  exports: Exports;
  registry: Registry;
}

/** For personal data, the access is logged. */
export interface Personal {
  entity: Entity;
  noteAccess: NoteAccess;
}

/** The part of a table's description that listing needs. */
type Listed<Row extends Identified, Item extends object, Query, Order extends string> = Pick<
  ResourceTable<Row, Item, never, never, Query, Order>,
  'table' | 'alias' | 'scope'
> & {
  /** A function: the list has place names of its own (`recordedNames`). Otherwise they are those of the places today. */
  list: ListSource<Order> | ((language: Language) => ListSource<Order>);
  /** `zone`: of the asker's organization, for days in the query. */
  filters(query: Query, language: Language, zone: string): Sql[];
  /** `timeZone`: for times within a text. */
  present(row: Row, language: Language, timeZone: string): Item;
};

interface FileQuery {
  format: ExportFormat;
  name: string;
  sheet: string;
  exportId?: string | undefined;
  timeZone?: string | undefined;
}

/**
 * The rows of a list. The set and order of rows are determined at the beginning; each row is read when its turn comes,
 * so that a slow client occupies no transaction, no connection and no turn of long questions.
 */
async function* readChunks<Row extends Identified & Record<string, unknown>, Item extends object>(
  db: Tx,
  table: Parameters<typeof readRows>[1],
  scope: Scope,
  present: (rows: Row[]) => Item[] | Promise<Item[]>,
  ids: readonly Identified['id'][],
): AsyncGenerator<Item[]> {
  for (let at = 0; at < ids.length; at += CHUNK_ROWS) {
    yield await present(await readRows<Row>(db, table, scope, ids.slice(at, at + CHUNK_ROWS)));
  }
}

/** Adds the route that sends a resource's whole list as a file. */
export const addResourceExport = <
  Row extends Identified & Record<string, unknown>,
  Item extends object,
  Query extends ListQuery<Order>,
  Order extends string,
>(
  http: Http,
  { db, exports, registry }: ResourceExportOptions,
  routes: { export: Route<z.ZodType, z.ZodType, z.ZodType, z.ZodString>; read: { answer: z.ZodType<Item> } },
  table: Listed<Row, Item, Query, Order>,
  personal: Personal | null = null,
): void => {
  addLongRoute(
    http,
    routes.export,
    async ({ query, scope, who, editor, request, reply, question }) => {
      // The contract's query has the list's own filters and the file's options, which the compiler does not see through
      // its schema.
      const given = query as FileQuery & Query;
      const language = languageOf(request, who);
      const own = registry.snapshot().organizations.get(who.organizationId)?.timeZone;
      const timeZone = given.timeZone ?? own ?? 'UTC';
      const asked = { ...given, timeZone };
      const { list: source } = table;
      const isRecorded = typeof source === 'function';
      const listed = {
        ...table,
        list: isRecorded ? source(language) : localizedList(source, language),
        filters: (filtered: Query) => table.filters(filtered, language, own ?? 'UTC'),
      };
      const present = (rows: Row[]) => {
        const items = rows.map((row) => table.present(row, language, timeZone));
        return isRecorded ? items : withLocalizedNames(reads, language, items);
      };
      const reads = questionDb(db, question);
      const columns = resourceColumns(routes.read.answer, textsOf(language), timeZone);
      const running = exports.admit(who, asked.exportId);
      try {
        const ids = await listIds(reads, listed, scope, asked, MAX_ROWS + 1);
        if (ids.length > MAX_ROWS) throw new Failure('QUESTION_TOO_BIG');
        await personal?.noteAccess(editor, {
          action: 'export',
          entity: personal.entity,
          entityId: null,
          organizationId: organizationOf(scope),
          seen: { people: ids.length, ...conditionsOf(asked) },
        });
        const chunks = readChunks(reads, listed, scope, present, ids) as AsyncIterable<
          Readonly<Record<string, unknown>>[]
        >;
        return sendExport(reply, { total: ids.length, chunks }, { ...asked, columns, language }, running);
      } catch (error) {
        running.end(false);
        throw error;
      }
    },
    { isFile: true },
  );
};
