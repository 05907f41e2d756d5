import type { ExportFormat } from '@airdeck/contract/export-file';
import type { Route } from '@airdeck/contract/route';
import type { z } from 'zod';
import type { Column } from '../../../export/column.ts';
import type { Exports } from '../../../export/exports.ts';
import { sendExport } from '../../../export/send-export.ts';
import { type Texts, textsOf } from '../../../export/texts.ts';
import { addRoute, type SessionRequest } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { OpenList } from '../list/row-list.ts';

export interface ExportOptions {
  exports: Exports;
  /** The context of a request; each read sees the store as it is then. */
  contextOf(asked: SessionRequest): RequestContext;
}

interface FileQuery {
  format: ExportFormat;
  name: string;
  sheet: string;
  exportId?: string | undefined;
}

/** A list and how it looks in a file. */
export interface ExportedList<Query, Row> {
  open: OpenList<Query, Row>;
  columns(texts: Texts, query: Query): Column<Row>[];
}

/** Adds the route that sends all of a list as a file. */
export function addExportRoute<Row, P extends z.ZodType, Q extends z.ZodType<FileQuery>, B extends z.ZodType>(
  http: Http,
  { exports, contextOf }: ExportOptions,
  route: Route<P, Q, B, z.ZodString>,
  { open, columns }: ExportedList<z.output<Q>, Row>,
): void {
  addRoute(
    http,
    route,
    async (call) => {
      const { query, who, reply } = call;
      const context = contextOf(call);
      const running = exports.admit(who, query.exportId);
      try {
        const list = await open(context, query);
        const file = { ...query, columns: columns(textsOf(context.language), query), language: context.language };
        const { total } = list;
        return sendExport(reply, { total, chunks: list.chunks(0, Number.POSITIVE_INFINITY) }, file, running);
      } catch (error) {
        running.end(false);
        throw error;
      }
    },
    { isFile: true },
  );
}
