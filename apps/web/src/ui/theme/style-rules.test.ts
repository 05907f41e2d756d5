import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expandMedia } from '../../../scripts/custom-media.ts';
import { BREAKPOINTS, COLORS, SPACE } from './tokens.ts';

const SRC = join(import.meta.dirname, '../..');
const TOKENS = 'ui/theme/tokens.ts';

const FILES = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'));
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '');
const textOf = (path: string): string => withoutComments(readFileSync(join(SRC, path), 'utf8'));

const SHEETS = FILES.filter((path) => path.endsWith('.css') && !path.startsWith('fonts/'));
const CODE = FILES.filter((path) => /(?<!\.test)\.tsx?$/.test(path) && path !== TOKENS);

/** `path: match` of each match, so that a failure names its place. */
const found = (paths: readonly string[], pattern: RegExp): string[] =>
  paths.flatMap((path) => [...textOf(path).matchAll(pattern)].map(([match]) => `${path}: ${match.trim()}`));

test('the console has style sheets and code', () => {
  expect(SHEETS.length).toBeGreaterThan(50);
  expect(CODE.length).toBeGreaterThan(200);
});

describe('breakpoints', () => {
  test('there are four', () => {
    expect(Object.values(BREAKPOINTS)).toHaveLength(4);
  });

  test('no media query outside the tokens has a length', () => {
    expect(found(SHEETS, /@(?:media|container)[^{]*\d(?:px|r?em)[^{]*/g)).toEqual([]);
    expect(found(CODE, /\(\s*(?:m(?:in|ax)-)?(?:width|height)\s*(?::|[<>]=?)\s*[\d.]+(?:px|r?em)[^)]*\)/g)).toEqual([]);
  });

  test('each named media query is known', () => {
    const queries = SHEETS.flatMap((path) =>
      [...textOf(path).matchAll(/@media ([^{]*)/g)].map(([, query]) => query ?? ''),
    );
    expect(() => queries.map(expandMedia)).not.toThrow();
    expect(expandMedia('(--phone) and (hover: none)')).toBe('(max-width: 699.95px) and (hover: none)');
    expect(() => expandMedia('(--unknown)')).toThrow('--unknown');
  });

  test('no style sheet composes from another one, whose media queries the build does not expand', () => {
    expect(found(SHEETS, /composes:[^;]*\bfrom\b[^;]*/g)).toEqual([]);
  });
});

/** Colour names of CSS, without `transparent` and `currentcolor`. */
const NAMED =
  'aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|dark\\w+|deep(?:pink|skyblue)|dimgr[ae]y|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gr[ae]y|green|greenyellow|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|light(?:blue|coral|cyan|goldenrodyellow|gr[ae]y|green|pink|salmon|seagreen|skyblue|slategr[ae]y|steelblue|yellow)|lime|limegreen|linen|magenta|maroon|medium[a-z]+|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orange|orangered|orchid|pale[a-z]+|papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategr[ae]y|snow|springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen';
const FUNCTIONS = '\\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\\([^)]*\\)';
const HEX = '#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\\w-])';
/** A property and its value; a selector such as `a:hover {` is none. */
const DECLARED = `[\\w-]+:[^:;{}]*(?:(?<![\\w-])(?:${NAMED})(?![\\w-])|${FUNCTIONS}|${HEX})[^;{}]*[;}]`;
/** A style in code, of an element, `sx` or SVG. */
const STYLED = `(?:[cC]olor|background|fill|stroke|border\\w*|outline|boxShadow)['"]?\\s*[:=]\\s*\\{?\\s*['"\`][^'"\`]*(?<![\\w-])(?:${NAMED})(?![\\w-])`;

/**
 * The worker is one script without imports, which all browsers support. A module shared with the console would be a
 * separate file.
 */
const OFFLINE_PAGE = 'service-worker/offline-page.ts';

describe('colours', () => {
  test('no style sheet has a literal one', () => {
    expect(found(SHEETS, new RegExp(DECLARED, 'gi'))).toEqual([]);
  });

  test('no code has a literal one outside the tokens', () => {
    const code = CODE.filter((path) => path !== OFFLINE_PAGE);
    expect(found(code, new RegExp(`${HEX}|${FUNCTIONS}|${STYLED}`, 'gi'))).toEqual([]);
  });

  test.each([
    ['a { color: #FFF; }'],
    ['a { border: 1px solid rgb(0 0 0 / 0.1) }'],
    ['a { background: White; }'],
    ['a { box-shadow: 0 0 0 2px hsl(120deg 75% 25%); }'],
  ])('finds the literal one in %s', (sheet) => {
    expect(sheet).toMatch(new RegExp(DECLARED, 'i'));
  });

  test('the offline page and the window of the browser have colours of the tokens', () => {
    const colors = new Set<string>(Object.values(COLORS));
    const literal = [OFFLINE_PAGE, '../index.html'].flatMap((path) => [
      ...textOf(path).matchAll(new RegExp(HEX, 'gi')),
    ]);
    expect(literal.length).toBeGreaterThan(5);
    expect(literal.map(([color]) => color).filter((color) => !colors.has(color))).toEqual([]);
  });
});

/** A margin, padding or gap in px or rem; 0 has no step. */
const SPACED =
  '(?<![\\w-])(?:scroll-)?(?:margin|padding|(?:row-|column-)?gap)[a-z-]*:[^;{}]*(?<![\\w.-])-?(?!0px)[\\d.]+(?:px|rem)[^;{}]*[;}]';
/** The same in code, as a property of a style. */
const SPACED_CODE = `(?<![\\w-])(?:margin|padding|gap|rowGap|columnGap)(?:Top|Right|Bottom|Left|Inline|Block|Start|End)*['"]?: ?['"\`]?-?[1-9][\\d.]*`;

/** Five dialogs of the administration still place a component of MUI by `sx`. */
const WITHOUT_SX = CODE.filter((path) => path !== OFFLINE_PAGE && !path.startsWith('features/administration/'));

describe('space', () => {
  test('no style sheet has a margin, padding or gap outside the steps', () => {
    expect(found(SHEETS, new RegExp(SPACED, 'g'))).toEqual([]);
  });

  test('no code has one either', () => {
    expect(found(WITHOUT_SX, new RegExp(SPACED_CODE, 'g'))).toEqual([]);
  });

  test('each step in a style sheet exists', () => {
    const steps = new Set<string>(SPACE.map((step) => `var(--space-${step})`));
    expect(found(SHEETS, /var\(--space-[^)]*\)/g).filter((use) => !steps.has(use.split(': ')[1] ?? ''))).toEqual([]);
  });

  test.each([
    ['a { padding: 12px; }'],
    ['a { margin: 0 auto -8px }'],
    ['a { column-gap: 1.5rem; }'],
    ['a { scroll-margin: calc(var(--top-bar) + 12px); }'],
  ])('finds the literal one in %s', (sheet) => {
    expect(sheet).toMatch(new RegExp(SPACED));
  });

  test('finds a literal one in code', () => {
    expect('{ paddingInline: 18 }').toMatch(new RegExp(SPACED_CODE));
    expect("{ margin: '6px 10px' }").toMatch(new RegExp(SPACED_CODE));
  });
});

describe('one system', () => {
  test('no component is styled by sx or styled(): style sheets do, and the theme for all components of a kind', () => {
    expect(found(WITHOUT_SX, /\bsx[=:]|\bstyled\([^)]*\)?/g)).toEqual([]);
  });
});
