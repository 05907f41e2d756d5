import path from 'node:path';

/** As much of the bundler's context as is asked for. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const SOURCES = path.join(import.meta.dirname, '..');
const pathsOf = (files: readonly string[]): string[] => files.map((file) => path.join(SOURCES, file));

/** What the page needs until the login form can be used, besides its texts. */
export const LOGIN = ['index.html', 'src/fonts/fonts.ts'];
/** What whoever has logged in needs, whatever the first screen is; Login loads it while somebody reads or types. */
export const AFTER_LOGIN = [
  'src/app/console.tsx',
  'src/app/shell/shell.tsx',
  'src/features/monitoring/cards/cards-screen.tsx',
];
/** A part of the texts. */
export const textsOf = (language: string, part: string) => `../../packages/phrases/src/${language}/${part}.ts`;

const OUTSIDE = pathsOf([...LOGIN, 'src/main.tsx', textsOf('ko', 'outside'), textsOf('en', 'outside')]);
const INSIDE = pathsOf(AFTER_LOGIN);

/** The modules that these need at once. */
function closureOf(roots: readonly string[], modules: Modules): Set<string> {
  const found = new Set<string>();
  const open = [...roots];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    open.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/**
 * Names the chunk of a module that everybody loads after Login, and of no other: what comes together anyway comes in a few
 * files instead of seventy.
 */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let known: { inside: Set<string>; outside: Set<string> } | undefined;
  return (id, modules) => {
    known ??= { inside: closureOf(INSIDE, modules), outside: closureOf(OUTSIDE, modules) };
    // Helpers of the bundler belong to whoever needs them first; what is loaded by name keeps a file of its own.
    if (id.startsWith('\0') || INSIDE.includes(id)) return null;
    return known.inside.has(id) && !known.outside.has(id) ? 'console' : null;
  };
}
