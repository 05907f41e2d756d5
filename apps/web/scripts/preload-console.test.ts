import path from 'node:path';
import { expect, test } from 'vitest';
import { preloadConsole } from './preload-console.ts';

const { handler } = preloadConsole.transformIndexHtml;
const source = (file: string) => path.join(import.meta.dirname, '..', file);
const texts = (language: string) =>
  Object.fromEntries(
    ['public', 'private'].map((part) => {
      const fileName = `assets/${part}-${language}.js`;
      const moduleIds = [source(`../../packages/phrases/src/${language}/${part}.ts`)];
      return [fileName, { fileName, imports: ['assets/words.js'], moduleIds }];
    }),
  );

const BUNDLE = {
  'assets/preload-console-1.js': { fileName: 'assets/preload-console-1.js' },
  'assets/react.js': { fileName: 'assets/react.js' },
  'assets/words.js': { fileName: 'assets/words.js' },
  'assets/mui.js': { fileName: 'assets/mui.js', imports: ['assets/react.js'] },
  'assets/console.js': {
    fileName: 'assets/console.js',
    imports: ['assets/mui.js', 'assets/react.js'],
    moduleIds: [source('src/app/console.tsx')],
    viteMetadata: { importedCss: new Set(['assets/console.css']) },
  },
  ...texts('ko'),
  ...texts('en'),
  ...Object.fromEntries(
    [
      ...['console-hangul-Ab_-5678.woff2', 'console-latin-12345678.woff2', 'fonts-12345678.css'],
      ...['noto-sans-kr-latin-wght-normal-12345678.woff2', 'roboto-latin-wght-normal-12345678.woff2'],
      // Parts of the same fonts that few screens need.
      ...['noto-sans-kr-latin-ext-wght-normal-12345678.woff2', 'roboto-math-wght-normal-12345678.woff2'],
    ].map((name) => [`assets/${name}`, { fileName: `assets/${name}` }]),
  ),
};

const LATIN = [
  ...['/assets/console-latin-12345678.woff2', '/assets/noto-sans-kr-latin-wght-normal-12345678.woff2'],
  ...['/assets/roboto-latin-wght-normal-12345678.woff2', '/assets/fonts-12345678.css'],
];

test('names the files of the console that the page does not load anyway, and the texts and fonts of each language', () => {
  const [script] = handler('<link href="/assets/react.js">', { bundle: BUNDLE });
  expect(script?.attrs).toMatchObject({
    src: '/assets/preload-console-1.js',
    'data-console': '/assets/console.js /assets/mui.js /assets/console.css',
    'data-ko': [
      ...['/assets/public-ko.js', '/assets/words.js', '/assets/private-ko.js'],
      ...['/assets/console-hangul-Ab_-5678.woff2', ...LATIN],
    ].join(' '),
    'data-en': ['/assets/public-en.js', '/assets/words.js', '/assets/private-en.js', ...LATIN].join(' '),
  });
});

test('fails without a font, which another version of its package may have renamed', () => {
  const rest = Object.entries(BUNDLE).filter(([name]) => !name.includes('console-latin'));
  expect(() => handler('', { bundle: Object.fromEntries(rest) })).toThrow('no file of the bundle: console-latin.woff2');
});

test('adds nothing to the page of the development server', () => {
  expect(handler('', {})).toEqual([]);
});

test('fails where a source is in no chunk', () => {
  const { 'assets/console.js': _, ...rest } = BUNDLE;
  expect(() => handler('', { bundle: rest })).toThrow('in no chunk: src/app/console.tsx');
});
