// Counts words and phrases that style rules exclude. The count may fall and never rise. The remaining ones are real
// uses: ids, the system user `nobody`, released migrations.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const LIMIT = 42;
const WORDS =
  /\b(?:anew|whoever|whatever|whichever|nobody|somebody|everybody|(?:is|are|was|were|be) told|told of|tells? of|(?:is|are|was|were|be) said|of whom|who asks|that which)\b/gi;
/** Identifiers with a new name (docs/glossary.md); none may come back. */
const OLD_NAMES =
  /\b(?:laneOf|BatchLane|AlarmWord|RuleBook|HeldRule|Surroundings|Tally|MetersTogether|forgetRead|isHanded|purifiersToJudge|inLanguage|login_refusal|told-conditions|ways-nav|use-calm-rows|usePaced)\b/g;
/** A clause as the subject of a sentence: "What is stored stays." */
const CLAUSE =
  /(?:^\W*|[.;:] )What (?:is|are|was|were|has|have|comes|came|does|stands|it|they|a|the|an|people|devices)\b/gm;
const READ = /\.(?:ts|tsx|mjs|css|md|sql|html)$/;
/** Released migrations are never edited; this file contains the words. */
const SKIPPED = /migrations\/00(?:[012]\d|3[0-4])-|scripts\/plain-words\.mjs$/;

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
const lines = files
  .filter((file) => READ.test(file) && !SKIPPED.test(file))
  .flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .map((text, i) => ({ place: `${file}:${i + 1}`, text })),
  );
const find = (...patterns) =>
  lines.flatMap(({ place, text }) =>
    patterns.flatMap((pattern) => [...text.matchAll(pattern)].map(([words]) => `${place}: ${words.trim()}`)),
  );
const found = find(WORDS, CLAUSE);
/** Migrations, and the test of the views that keep an old table name for an older process. */
const EDGE = /migrations|login\.test\.ts|docs\/schema/;
const oldNames = find(OLD_NAMES).filter((each) => !EDGE.test(each));

if (process.argv.includes('--list')) for (const each of found) console.log(each);
console.log(`${found.length} words of the list (scripts/plain-words.mjs), at most ${LIMIT}`);
for (const each of oldNames) console.log(`old name: ${each}`);
process.exit(found.length <= LIMIT && oldNames.length === 0 ? 0 : 1);
