import { queryOptions } from '@tanstack/react-query';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import type { Asked } from './asked.ts';
import { historyKey } from './keys.ts';
import type { Paged, Paging, Source } from './sources.ts';

type Key = readonly unknown[];

/** The page before stays in sight until the next one is there; rows of another list do not fit the columns. */
const rowsOf =
  (name: string) =>
  <T>(old: T | undefined, query: { queryKey: Key } | undefined): T | undefined =>
    query?.queryKey[2] === name ? old : undefined;

/** One page of the rows that answer a question. */
export const pageQuery = <Row>(source: Source<Row>, asked: Asked, paging: Paging) =>
  queryOptions<Paged<Row>, ApiFailure>({
    queryKey: historyKey(source.name, asked, paging),
    queryFn: ({ signal }) => source.page(asked, paging, signal),
    placeholderData: rowsOf(source.name),
  });
