import path from 'node:path';
import { textsOf } from './chunk-names.ts';

const SOURCES = path.join(import.meta.dirname, '..');
const CONSOLE = 'src/app/console.tsx';
const LANGUAGES = ['ko', 'en'];
const PARTS = ['public', 'private'];

/** The part of the bundler's output that is used. */
interface Chunk {
  fileName: string;
  imports?: string[];
  moduleIds?: string[];
  viteMetadata?: { importedCss: Set<string> };
}
type Bundle = Readonly<Record<string, Chunk>>;

/** The files that the chunk of a source needs at once, style sheets included. */
function filesOf(source: string, bundle: Bundle): string[] {
  const id = path.join(SOURCES, source);
  const chunk = Object.values(bundle).find(({ moduleIds }) => moduleIds?.includes(id));
  if (chunk === undefined) throw new Error(`in no chunk: ${source}`);
  const found = new Set([chunk.fileName]);
  for (const name of found) {
    for (const each of bundle[name]?.imports ?? []) found.add(each);
    for (const each of bundle[name]?.viteMetadata?.importedCss ?? []) found.add(each);
  }
  return [...found];
}

/**
 * Vite plugin: the script `preload-console.ts` runs beside the page's own, which would ask for the console only when
 * React is loaded. It gets the names of the console's files, and of its texts by language.
 */
export const preloadConsole = {
  name: 'preload-console',
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string, { bundle = {} }: { bundle?: Bundle | undefined }) {
      const script = Object.keys(bundle).find((name) => name.includes('preload-console'));
      if (script === undefined) return [];
      const list = (sources: readonly string[]): string =>
        [...new Set(sources.flatMap((source) => filesOf(source, bundle)))]
          .filter((name) => !html.includes(name))
          .map((name) => `/${name}`)
          .join(' ');
      const texts = LANGUAGES.map((language) => [
        `data-${language}`,
        list(PARTS.map((part) => textsOf(language, part))),
      ]);
      return [
        {
          tag: 'script',
          attrs: {
            ...{ type: 'module', async: true, crossorigin: true, fetchpriority: 'high', src: `/${script}` },
            ...{ 'data-console': list([CONSOLE]), ...Object.fromEntries(texts) },
          },
          injectTo: 'head-prepend' as const,
        },
      ];
    },
  },
};
