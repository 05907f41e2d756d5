// Measures the files of the built console that a browser loads, and checks them against limits. Nothing depends on time.
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { error as enError } from '@airdeck/phrases/en/error';
import { loginTexts as en } from '@airdeck/phrases/en/login';
import { error as koError } from '@airdeck/phrases/ko/error';
import { loginTexts as ko } from '@airdeck/phrases/ko/login';
import { z } from 'zod';
import { LOGIN, textsOf } from './chunk-names.ts';

/** All in kB of 1,000 bytes; scripts are gzipped, fonts are packed already. */
const LIMITS = { login: 150, fonts: 120, route: 100, file: 100 } as const;
const DIST = path.join(import.meta.dirname, '../dist');
/** A file in a folder of this name that some route loads is a screen of its own. */
const SCREEN = /-screen\.tsx$|\/(?:current-air|reset-screen)\.tsx$/;

const chunk = z.object({
  file: z.string(),
  isDynamicEntry: z.boolean().default(false),
  imports: z.array(z.string()).default([]),
});
const manifest = z
  .record(z.string(), chunk)
  .parse(JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')));

const sizes = new Map<string, number>();
function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const size = file.endsWith('.js') ? gzipSync(readFileSync(path.join(DIST, file))).length / 1000 : 0;
  sizes.set(file, size);
  return size;
}

/** The files that a browser has when it has run these. */
function filesOf(keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const entry = manifest[key];
    if (entry === undefined) throw new Error(`not in the manifest: ${key}`);
    if (found.has(entry.file)) continue;
    found.add(entry.file);
    filesOf(entry.imports, found);
  }
  return found;
}

/** The key of the chunk with this text: one that other chunks share has no source in its key. */
function chunkWith(text: string): string {
  const found = Object.keys(manifest).find((key) =>
    readFileSync(path.join(DIST, manifest[key]?.file ?? ''), 'utf8').includes(text),
  );
  if (found === undefined) throw new Error(`in no chunk: ${text}`);
  return found;
}

/** The key of the chunk that every session needs first. */
const AFTER_LOGIN = Object.keys(manifest).find((key) => /^_console-.*\.js$/.test(key));
if (AFTER_LOGIN === undefined) throw new Error('no chunk is called console');

const sum = (files: Iterable<string>): number => [...files].reduce((total, file) => total + sizeOf(file), 0);

function report(name: string, value: number, reach?: number): void {
  const reached = reach === undefined ? {} : { reach: `<= ${reach}` };
  console.log(JSON.stringify({ name, value: Number(value.toFixed(1)), unit: 'kB', ...reached }));
  if (reach !== undefined && value > reach) process.exitCode = 1;
}

interface Face {
  family: string;
  file: string;
  has: (point: number) => boolean;
}

/** The web fonts of the console's style sheet, the last first, as browsers look through them. */
function readFaces(): Face[] {
  const css = readFileSync(path.join(DIST, manifest['src/fonts/fonts.ts']?.file ?? ''), 'utf8');
  const faces = [...css.matchAll(/@font-face\s*\{([^}]*)\}/g)].map(([, rules = '']) => {
    const ranges = (/unicode-range:([^;}]*)/.exec(rules)?.[1] ?? '').split(',').map((range) => {
      const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
      // `4??` stands for 400 to 4FF.
      return [first.replaceAll('?', '0'), last.replaceAll('?', 'F')].map((hex) => Number.parseInt(hex, 16));
    });
    return {
      family: /font-family:\s*["']?([^;"']*)/.exec(rules)?.[1] ?? '',
      file: path.basename(/url\(["']?([^)"']*)/.exec(rules)?.[1] ?? ''),
      has: (point: number) => ranges.some(([first = 0, last = -1]) => first <= point && point <= last),
    };
  });
  return faces.toReversed();
}

/** The fonts that these characters need, in kB. The console's text is set in Noto Sans KR. */
function fontsOf(text: string): number {
  const faces = readFaces().filter(({ family }) => family.startsWith('Noto Sans KR'));
  const files = [...new Set(text)].map((char) => faces.find(({ has }) => has(char.codePointAt(0) ?? 0))?.file);
  const needed = new Set(files.filter((file) => file !== undefined));
  return [...needed].reduce((total, file) => total + statSync(path.join(DIST, 'assets', file)).size / 1000, 0);
}

// The server sends the sentences of its errors.
for (const [language, texts] of [
  ['ko', [ko, koError]],
  ['en', [en, enError]],
] as const) {
  const login = [...LOGIN, chunkWith(texts[0].session.intro)];
  report(`JS until Login can be used, ${language}`, sum(filesOf(login)), LIMITS.login);
  const all = filesOf([...login, AFTER_LOGIN, textsOf(language, 'public'), textsOf(language, 'private')]);
  report(`JS on the wire with what Login loads for later, ${language}`, sum(all));
  report(`fonts of Login, ${language}`, fontsOf(JSON.stringify(texts)), LIMITS.fonts);
}

const shared = filesOf([...LOGIN, textsOf('ko', 'public'), textsOf('ko', 'private'), AFTER_LOGIN]);
const screens = Object.keys(manifest)
  .filter((key) => manifest[key]?.isDynamicEntry && SCREEN.test(key))
  .map((key) => ({ key, size: sum([...filesOf([key])].filter((file) => !shared.has(file))) }))
  .toSorted((one, other) => other.size - one.size);
for (const { key, size } of screens)
  report(`JS that ${path.basename(key, '.tsx')} adds to the shell`, size, LIMITS.route);
if (screens.length < 10) throw new Error('the screens are not where they were');

const [largest] = Object.values(manifest)
  .map(({ file }) => ({ file, size: sizeOf(file) }))
  .toSorted((one, other) => other.size - one.size);
report(`JS of the largest file (${largest?.file})`, largest?.size ?? 0, LIMITS.file);
