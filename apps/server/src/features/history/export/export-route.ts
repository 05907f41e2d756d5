import type { ExportFormat } from '@airdeck/contract/export-file';
import type { Route } from '@airdeck/contract/route';
import type { z } from 'zod';
import type { Column } from '../../../export/column.ts';
import type { Exports } from '../../../export/exports.ts';
import { sendExport } from '../../../export/send-export.ts';
import { type Texts, textsOf } from '../../../export/texts.ts';
import { addLongRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { findBackfilled } from '../../../store/history/backfilled-queries.ts';
import type { HistoryCall } from '../list/answer-list.ts';
import type { OpenList } from '../list/row-list.ts';
import { FROZEN_COLUMNS } from './columns/common.ts';
import { type FileSubject, headingOf, summaryWords } from './heading.ts';
import { numbered } from './texts.ts';
import { readViewerName } from './viewer-queries.ts';

export interface ExportOptions {
  exports: Exports;
  /** The context of a request; each of its reads has a snapshot of its own. */
  contextOf(asked: HistoryCall): RequestContext;
}

interface FileQuery {
  startTime: string;
  endTime: string;
  format: ExportFormat;
  name: string;
  sheet: string;
  exportId?: string | undefined;
}

/** A list and its layout in a file. */
export interface ExportedList<Query, Row> {
  open: OpenList<Query, Row>;
  columns(texts: Texts, query: Query, context: RequestContext): Column<Row>[];
  /** The subject named above the rows of a workbook. */
  subject(context: RequestContext, query: Query): FileSubject;
  list(texts: Texts): string;
  step(texts: Texts, query: Query): string;
  /** Further texts above the rows, such as the totals that the screen shows. */
  notes?(texts: Texts, context: RequestContext, query: Query): Promise<string[]>;
  /** Columns that stay visible while scrolling, where they differ from a meter's. */
  frozen?(query: Query): number;
}

/** Whether the period holds readings of which an administrator had to allow the age. */
const backfillNotes = async (
  context: RequestContext,
  { sheet }: Texts,
  { meters }: FileSubject,
  { startTime, endTime }: FileQuery,
): Promise<string[]> => {
  const ids = meters.map(({ id }) => id);
  const found = await context.read((tx) => findBackfilled(tx, ids, { from: startTime, to: endTime }));
  if (found === null) return [];
  const days = found.from === found.to ? found.from : `${found.from} ~ ${found.to}`;
  return [`${sheet.backfilled}: ${numbered(sheet.meters, found.meters)}, ${days}`];
};

/** Adds the route that sends a whole list as a file. */
export function addExportRoute<Row, P extends z.ZodType, Q extends z.ZodType<FileQuery>, B extends z.ZodType>(
  http: Http,
  { exports, contextOf }: ExportOptions,
  route: Route<P, Q, B, z.ZodString>,
  { open, columns, subject, list, step, notes, frozen = () => FROZEN_COLUMNS }: ExportedList<z.output<Q>, Row>,
): void {
  addLongRoute(
    http,
    route,
    async (call) => {
      const { query, who, reply } = call;
      const context = contextOf(call);
      const running = exports.admit(who, query.exportId);
      try {
        const { language } = context;
        const texts = textsOf(language);
        const rows = await open(context, query);
        const viewer = query.format === 'xlsx' ? await context.read((tx) => readViewerName(tx, who.userId)) : null;
        const facts = { subject: subject(context, query), list: list(texts), step: step(texts, query), query, viewer };
        const [place = '', period = '', made = ''] = headingOf(context, facts);
        const backfilled = await backfillNotes(context, texts, facts.subject, query);
        const words = [made, ...((await notes?.(texts, context, query)) ?? []), ...backfilled];
        const title = [place, period, words.join(' · ')];
        const file = {
          ...{ ...query, language, columns: columns(texts, query, context), frozen: frozen(query) },
          ...{ title, summary: summaryWords(texts, language) },
        };
        const { total } = rows;
        return sendExport(reply, { total, chunks: rows.chunks(0, Number.POSITIVE_INFINITY) }, file, running);
      } catch (error) {
        running.end(false);
        throw error;
      }
    },
    { isFile: true },
  );
}
