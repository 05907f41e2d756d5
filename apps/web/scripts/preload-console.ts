import path from 'node:path';
import { textsOf } from './chunk-names.ts';

const SOURCES = path.join(import.meta.dirname, '..');
const CONSOLE = 'src/app/console.tsx';
const LANGUAGES = ['ko', 'en'];
const PARTS = ['public', 'private'];
/** What every screen needs: the text is laid out one time only if its fonts are there. */
const FONTS: Readonly<Record<string, readonly string[]>> = {
  ko: ['console-hangul', 'console-latin', 'noto-sans-kr-latin-wght-normal', 'roboto-latin-wght-normal'],
  en: ['console-latin', 'noto-sans-kr-latin-wght-normal', 'roboto-latin-wght-normal'],
};

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

/** The style sheet of the fonts, and those of a language. */
const fontsOf = (language: string, bundle: Bundle): string[] =>
  [...(FONTS[language] ?? []).map((name) => [name, 'woff2']), ['fonts', 'css']].map(([name, type]) => {
    const file = Object.keys(bundle).find((each) => new RegExp(`/${name}-[\\w-]{8}\\.${type}$`).test(each));
    if (file === undefined) throw new Error(`no file of the bundle: ${name}.${type}`);
    return file;
  });

/**
 * Vite plugin: the script `preload-console.ts` runs beside the page's own, which would ask for the console only when
 * React is loaded. It gets the names of the console's files, and of its texts and fonts by language.
 */
export const preloadConsole = {
  name: 'preload-console',
  transformIndexHtml: {
    order: 'post' as const,
    handler(html: string, { bundle = {} }: { bundle?: Bundle | undefined }) {
      const script = Object.keys(bundle).find((name) => name.includes('preload-console'));
      if (script === undefined) return [];
      const list = (sources: readonly string[], more: readonly string[] = []): string =>
        [...new Set([...sources.flatMap((source) => filesOf(source, bundle)), ...more])]
          .filter((name) => !html.includes(name))
          .map((name) => `/${name}`)
          .join(' ');
      const ofLanguages = LANGUAGES.map((language) => {
        const texts = PARTS.map((part) => textsOf(language, part));
        return [`data-${language}`, list(texts, fontsOf(language, bundle))];
      });
      return [
        {
          tag: 'script',
          attrs: {
            ...{ type: 'module', async: true, crossorigin: true, fetchpriority: 'high', src: `/${script}` },
            ...{ 'data-console': list([CONSOLE]), ...Object.fromEntries(ofLanguages) },
          },
          injectTo: 'head-prepend' as const,
        },
      ];
    },
  },
};
