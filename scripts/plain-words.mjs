// Counts words and phrases that CONTRIBUTING.md rules out: they belong to a private dialect and hide who does what. The
// count may fall and never rise. What is left are real uses: ids, the system user `nobody`, old comments of columns.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const LIMIT = 42;
const WORDS =
  /\b(?:anew|whoever|whatever|whichever|nobody|somebody|everybody|(?:is|are|was|were|be) told|told of|tells? of|(?:is|are|was|were|be) said|of whom|who asks|that which)\b/gi;
/** A clause as the subject of a sentence: "What is stored stays." */
const CLAUSE =
  /(?:^\W*|[.;:] )What (?:is|are|was|were|has|have|comes|came|does|stands|it|they|a|the|an|people|devices)\b/gm;
const READ = /\.(?:ts|tsx|mjs|css|md|sql|html)$/;
/** Migrations are appended and never edited; this file names the words. */
const SKIPPED = /migrations\/00(?:[012]\d|3[0-4])-|scripts\/plain-words\.mjs$/;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const found = files
  .filter((file) => READ.test(file) && !SKIPPED.test(file))
  .flatMap((file) => {
    const lines = readFileSync(join(root, file), 'utf8').split('\n');
    return lines.flatMap((line, i) =>
      [...line.matchAll(WORDS), ...line.matchAll(CLAUSE)].map(([words]) => `${file}:${i + 1}: ${words.trim()}`),
    );
  });

if (process.argv.includes('--list')) for (const each of found) console.log(each);
console.log(`${found.length} words of the list (scripts/plain-words.mjs), at most ${LIMIT}`);
process.exit(found.length <= LIMIT ? 0 : 1);
