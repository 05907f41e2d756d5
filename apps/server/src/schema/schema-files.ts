import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TableInfo } from './catalog-queries.ts';
import { renderRowTypes } from './row-types.ts';
import { renderPages } from './schema-pages.ts';

const DOCS = join(import.meta.dirname, '../../../../docs');

/** The folder of the pages; nothing else stands in it. */
export const PAGES = join(DOCS, 'schema');

/** Every generated file, by its path. */
export const renderFiles = (tables: readonly TableInfo[]): Map<string, string> => {
  const pages = renderPages(tables, readdirSync(join(DOCS, 'adr')));
  return new Map([
    ...[...pages].map(([name, text]) => [join(PAGES, name), text] as const),
    [join(import.meta.dirname, 'tables.ts'), renderRowTypes(tables)],
  ]);
};
