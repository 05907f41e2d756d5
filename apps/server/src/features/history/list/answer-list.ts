import type { Page, PageQuery } from '@airdeck/contract/paging';
import type { SessionRequest } from '../../../platform/http/add-route.ts';
import { type JsonPart, JsonText } from '../../../platform/http/long-answer.ts';
import type { Question } from '../../../platform/questions/long-questions.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { batchesOf, MAX_TEXT_ROWS, type OpenList, type RowList } from './row-list.ts';

/** The contexts of a request, one for each way to read the store. */
export interface RequestContexts {
  /** Each read has a snapshot of its own. */
  perRead: RequestContext;
  /** For readBuckets only: its statements are correct on their own and need no transaction. */
  averages: RequestContext;
  /** All reads share one snapshot of the store. */
  inSnapshot<T>(run: (context: RequestContext) => Promise<T>): Promise<T>;
}

/** A request for history: how it is answered depends on how long that takes. */
export interface HistoryCall extends SessionRequest {
  query?: unknown;
  /** Of one that can take long. */
  question?: Question;
}

export type ContextsOf = (asked: HistoryCall) => RequestContexts;

/** Larger pages are streamed while they are read. */
export const MAX_WHOLE_ROWS = 1_000;

const totalsOf = ({ total }: RowList<unknown>, size: number) => ({
  totalPages: Math.ceil(total / size),
  totalElements: total,
});

async function* rowTexts(list: RowList<unknown>, from: number, to: number): AsyncGenerator<string> {
  for await (const rows of list.chunks(from, to)) {
    for (const batch of batchesOf(rows, MAX_TEXT_ROWS, rows.length)) yield JSON.stringify(batch).slice(1, -1);
  }
}

/** The JSON text of a page, a few rows at a time. */
async function* pageText(
  list: RowList<unknown>,
  { page, size }: Pick<PageQuery, 'page' | 'size'>,
): AsyncGenerator<JsonPart> {
  const [from, to] = [page * size, (page + 1) * size];
  let before = '{"content":[';
  for await (const part of list.texts?.(from, to) ?? rowTexts(list, from, to)) {
    if (part.length === 0) continue;
    yield before;
    yield part;
    before = ',';
  }
  yield `${before === ',' ? '' : before}],${JSON.stringify(totalsOf(list, size)).slice(1)}`;
}

/** Answers a page of a list: a small one whole; a large one is streamed and never in memory as a whole. */
export const answerList = async <Query extends Pick<PageQuery, 'page' | 'size'>, Row>(
  contexts: RequestContexts,
  query: Query,
  open: OpenList<Query, Row>,
): Promise<Page<Row> | JsonText> => {
  if (query.size > MAX_WHOLE_ROWS) return new JsonText(pageText(await open(contexts.perRead, query), query));
  return contexts.inSnapshot(async (context) => {
    const list = await open(context, query);
    const content: Row[] = [];
    const from = query.page * query.size;
    for await (const rows of list.chunks(from, from + query.size)) content.push(...rows);
    return { content, ...totalsOf(list, query.size) };
  });
};
