import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { z } from 'zod';

/** Gzipped JavaScript, in bytes, that a browser loads to show Login in one language. Run after `vite build`. */
const LIMIT_KB = 300;
const DIST = path.join(import.meta.dirname, '../dist');
const ENTRIES = ['index.html', 'src/features/session/login-screen.tsx', 'src/fonts.ts'];

const manifest = z
  .record(z.string(), z.object({ file: z.string(), imports: z.array(z.string()).default([]) }))
  .parse(JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')));

function collect(key: string, found: Map<string, number>): void {
  const chunk = manifest[key];
  if (chunk === undefined) throw new Error(`not in the manifest: ${key}`);
  if (found.has(chunk.file)) return;
  found.set(chunk.file, chunk.file.endsWith('.js') ? gzipSync(readFileSync(path.join(DIST, chunk.file))).length : 0);
  for (const each of chunk.imports) collect(each, found);
}

for (const language of ['ko', 'en']) {
  const found = new Map<string, number>();
  for (const entry of [...ENTRIES, `../../packages/phrases/src/${language}.ts`]) collect(entry, found);
  const kb = [...found.values()].reduce((sum, size) => sum + size, 0) / 1000;
  console.log(
    JSON.stringify({
      name: `login JS, ${language}`,
      value: Number(kb.toFixed(1)),
      unit: 'kB gzipped',
      reach: `<= ${LIMIT_KB}`,
    }),
  );
  if (kb > LIMIT_KB) process.exitCode = 1;
}
