// Checks that the files named in ARCHITECTURE.md and the glossary exist.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const DOCUMENTS = ['ARCHITECTURE.md', 'docs/glossary.md'];
/** Paths in ARCHITECTURE.md may be relative to the repository or to the server's sources. */
const BASES = ['', 'apps/server/src'];
const PATH = /`((?:[\w.-]+\/)+[\w.-]*)`/g;
const LINK = /\]\((?!https?:)([^)#]+)/g;

const missing = DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const paths = [...text.matchAll(PATH)].map(([, path]) => path);
  const links = [...text.matchAll(LINK)].map(([, path]) => join(document, '..', path));
  const isThere = (path) => BASES.some((base) => existsSync(join(root, base, path)));
  return [...paths, ...links].filter((path) => !isThere(path)).map((path) => `${document} names ${path}`);
});

for (const each of missing) console.error(each);
process.exit(missing.length === 0 ? 0 : 1);
