import path from 'node:path';

/** The part of the bundler's context that is used. */
interface Modules {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null;
}

const SOURCES = path.join(import.meta.dirname, '..');
const pathsOf = (files: readonly string[]): string[] => files.map((file) => path.join(SOURCES, file));

/** Files that the page needs until the login form can be used, besides its texts. */
export const LOGIN = ['index.html', 'src/fonts/fonts.ts'];
/** Files that every session needs first, in the chunk `console`; Login loads them in the background. */
const AFTER_LOGIN = [
  'src/app/console.tsx',
  'src/app/shell/shell.tsx',
  'src/features/monitoring/cards/cards-screen.tsx',
];
/** A part of the texts. */
export const textsOf = (language: string, part: string) => `../../packages/phrases/src/${language}/${part}.ts`;

const PUBLIC = pathsOf([...LOGIN, 'src/main.tsx', textsOf('ko', 'public'), textsOf('en', 'public')]);
const PRIVATE = pathsOf(AFTER_LOGIN);
const ENTRY = pathsOf(['src/main.tsx']);

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

/** Helpers of the bundler. */
const HELPERS = /^\0(?:rolldown\/runtime|vite\/preload-helper)/;
const ENTRY_LIBRARIES: readonly [part: RegExp, chunk: string][] = [
  [/\/node_modules\/(?:react|react-dom|scheduler)\//, 'react'],
  [/\/node_modules\//, 'base'],
];
const LIBRARIES: readonly [part: string, chunk: string][] = [
  ['/node_modules/@mui/material/', 'mui'],
  ['/node_modules/@tanstack/', 'tanstack'],
  ['/node_modules/', 'libraries'],
];

/**
 * Names the chunks of the modules that Login loads, and of those that every session loads after it: three and four files
 * instead of seventy. The libraries do not import our sources, nor do other libraries import MUI's components or
 * TanStack's, so the files never need each other in a circle, where a module could run before its import.
 */
export function createChunkNames(): (id: string, modules: Modules) => string | null {
  let known: { inEntry: Set<string>; inPrivate: Set<string>; inPublic: Set<string> } | undefined;
  return (id, modules) => {
    known ??= {
      inEntry: closureOf(ENTRY, modules),
      inPrivate: closureOf(PRIVATE, modules),
      inPublic: closureOf(PUBLIC, modules),
    };
    // Every page runs these, and they import nothing.
    if (HELPERS.test(id)) return 'react';
    if (id.startsWith('\0') || ENTRY.includes(id)) return null;
    if (known.inEntry.has(id)) return ENTRY_LIBRARIES.find(([part]) => part.test(id))?.[1] ?? 'login';
    if (!known.inPrivate.has(id)) return null;
    if (known.inPublic.has(id)) return 'login';
    return LIBRARIES.find(([part]) => id.includes(part))?.[1] ?? 'console';
  };
}
