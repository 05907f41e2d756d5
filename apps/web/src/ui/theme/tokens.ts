/*
 * Every colour, size and breakpoint of the console, once. The theme, charts and style sheets (`var(--…)`) take them from here;
 * `style-rules.test.ts` finds literal ones elsewhere.
 */

/**
 * Tones of grades, from 1 (very good) to 5 (very bad), 0 is no data. Bands of temperature and humidity are no grades, and
 * have a hue of their own from 6 (the middle) to 8 (far from it), on either side. `line` draws lines, dots and bars, `soft` fills
 * chips and bands, `ink` is text on `soft` (at least 4.5:1).
 */
export const TONES = {
  0: { line: '#aab2c0', soft: '#eef0f3', ink: '#515b6c' },
  1: { line: '#1257b0', soft: '#e3edfb', ink: '#0f4a97' },
  2: { line: '#35a0dc', soft: '#e2f3fc', ink: '#0b5c88' },
  3: { line: '#36a269', soft: '#e4f5ea', ink: '#17643a' },
  4: { line: '#e39a1c', soft: '#fff1d6', ink: '#7d4a00' },
  5: { line: '#d5382e', soft: '#fde4e2', ink: '#9d1a13' },
  6: { line: '#a795b8', soft: '#f3f0f6', ink: '#5c4a6d' },
  7: { line: '#8765a3', soft: '#ece4f2', ink: '#563772' },
  8: { line: '#643a86', soft: '#e8dcf1', ink: '#432060' },
} as const;

/**
 * Severities of alarms: `line` is a mark or a pill with white on it (at least 4.5:1), `soft` fills chips, `ink` is text on
 * `soft`.
 */
export const SEVERITY_COLORS = {
  CRITICAL: { line: '#b3202c', soft: '#fde3e4', ink: '#94131f' },
  MAJOR: { line: '#c2410c', soft: '#ffe8dc', ink: '#97330a' },
  MINOR: { line: '#8a6100', soft: '#fff3cf', ink: '#6f4e00' },
  WARNING: { line: '#5b5fc7', soft: '#ececfb', ink: '#41459f' },
  INFO: { line: '#4d6b8a', soft: '#e8eff6', ink: '#3c556f' },
} as const;

export type Tone = keyof typeof TONES;

/** Every colour of the console's surfaces and texts, `--name` in style sheets. What grades and severities mean is below. */
export const COLORS = {
  primary: '#1b53a0',
  'primary-dark': '#144080',
  'primary-soft': '#eaf1fb',
  'primary-line': '#c9d9f0',
  'brand-light': '#1f5fb6',
  'brand-dark': '#123d7a',
  bg: '#f9fafb',
  surface: '#fff',
  /** Fields and heads that lie lower than the surface. */
  sunken: '#f5f7fa',
  hover: '#f3f6fa',
  'hover-strong': '#e3e9f2',
  /** The empty part of a bar, and a skeleton. */
  track: '#e9edf3',
  line: '#e6e9ee',
  'line-strong': '#cdd3dd',
  'line-hover': '#b9c8de',
  ink: '#172033',
  'ink-2': '#55607a',
  'ink-3': '#667189',
  /** Text and marks on a strong colour. */
  'on-color': '#fff',
  live: '#7ee2a8',
  warn: '#f5c463',
  compare: '#8a94a8',
  good: TONES[3].line,
  'good-soft': TONES[3].soft,
  'good-ink': TONES[3].ink,
  'caution-soft': TONES[4].soft,
  'caution-ink': TONES[4].ink,
  danger: TONES[5].line,
  'danger-soft': TONES[5].soft,
  'danger-ink': TONES[5].ink,
  critical: SEVERITY_COLORS.CRITICAL.line,
  'notice-soft': '#fff6e5',
  'failure-soft': '#fdf1f0',
  'failure-ink': '#7d2a12',
  /** New for two minutes. */
  fresh: '#ffe9a8',
  'fresh-soft': '#fffbea',
  'fresh-ink': SEVERITY_COLORS.MINOR.ink,
  'no-data-soft': TONES[0].soft,
  hatch: '#f1f3f6',
  'hatch-line': '#d5dae2',
  disabled: '#f2f4f7',
  'disabled-ink': '#616b80',
  'disabled-chosen': '#d9dfe8',
  'disabled-chosen-ink': '#414b60',
  /** Requested, not yet reported. */
  wanted: TONES[2].line,
  code: '#10284c',
  'code-ink': '#e8eefb',
  'mode-auto-stripe': '#97a2b8',
  'mode-weak': '#7cc0ea',
  'mode-medium': '#3f8fd0',
} as const;

/** Colours of charts, which canvases take from here. */
export const CHART_COLORS = {
  /** They differ in hue and in brightness; `earlier` is lighter, with 3:1 on white. */
  series: [
    { now: COLORS.primary, earlier: '#6f93c6' },
    { now: '#0f8a80', earlier: '#459f97' },
    { now: '#b4479b', earlier: '#c57ab3' },
  ],
  /** Opaque, so that grid and grades do not show through in a legend: a fifth of the colour of the series on white. */
  bands: ['#d1ddec', '#cfe8e6', '#f0daeb'],
  /** Above and below the usual. */
  above: '#c9781a',
  below: '#3b7dc4',
  gridOnBands: 'rgb(23 32 51 / 0.07)',
} as const;

/** The work of a purifier, in bars; `ink` draws the pattern. */
export const STATE_COLORS = {
  manual: '#a9c6ea',
  stop: '#b4bccb',
  off: '#e9ecf1',
  offInk: '#7b8699',
  unknownInk: '#b9c1ce',
} as const;

/** Cells of a week: stronger than the bands of graphs, with 4.5:1 for the ink of text. */
export const WEEK_COLORS = {
  none: TONES[0].soft,
  /** Colours by tone, from 1. */
  grades: ['#dbe7fa', '#bfe4f6', '#bfe6cd', '#ffd489', '#f6a199'],
  /** Neither good nor bad: lighter is lower. */
  neutral: ['#f3f6fb', '#dbe6f5', '#bcd1ed', '#98b8e2', '#7199d2'],
  hatchInk: '#c3cad5',
} as const;

/**
 * Steps of space in px, `var(--space-12)` in style sheets: every margin, padding and gap is one of them, a sum of them, or a
 * part of the text's size (`em`).
 */
export const SPACE = [1, 2, 3, 4, 5, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 40, 56] as const;
export type Space = (typeof SPACE)[number];
/** `space(6, 10)` in code is `6px 10px`. */
export const space = (...steps: readonly Space[]): string => steps.map((step) => `${step}px`).join(' ');

export const SIZES = { topBar: 80, topBarPhone: 60, bottomBarPhone: 58, drawer: 256, rail: 56, radius: 14 } as const;

/** `rest`, `lift`, `up` and `toast` are `--shadow-…` in style sheets. */
export const SHADOWS = {
  rest: '0 1px 2px rgb(16 32 64 / .05), 0 6px 20px -12px rgb(16 32 64 / .18)',
  /** A card under the pointer. */
  lift: '0 2px 4px rgb(16 32 64 / .06), 0 14px 28px -14px rgb(16 32 64 / .28)',
  /** A bar at the bottom. */
  up: '0 -8px 24px -12px rgb(16 32 64 / .3)',
  dialog: '0 24px 64px -16px rgb(16 32 64 / .4)',
  toast: '0 12px 32px -10px rgb(16 32 64 / .5)',
} as const;

export const FONTS = {
  text: '"Noto Sans KR Variable", "Noto Sans CJK KR", "Roboto Variable", sans-serif',
  number: '"Roboto Variable", "Noto Sans KR Variable", sans-serif',
} as const;

/** Widths in px at which the layout changes, once: MUI's breakpoints and all media queries are made of them. */
export const BREAKPOINTS = { sm: 700, md: 1000, lg: 1100, xl: 1280 } as const;

const from = (width: number): string => `(min-width: ${width}px)`;
/** Browsers round to less than this at any zoom, so that no width lies between `below` and `from`. */
const below = (width: number): string => `(max-width: ${width - 0.05}px)`;

/** One column, cards instead of tables. */
export const PHONE = below(BREAKPOINTS.sm);

/** Little room, in width or in height (a phone, or a desk at 200 %): what matters less folds. */
export const SMALL = `${PHONE}, (max-height: 599.95px)`;

/** There is room for a panel beside a list. */
export const ROOMY = from(BREAKPOINTS.lg);

/** There is room for the breadcrumb in the top bar. */
export const WIDE = from(BREAKPOINTS.xl);

/** The opposite of `WIDE`. */
export const NARROW = below(BREAKPOINTS.xl);

/** Style sheets write `@media (--phone)`; the build replaces the name by its query. */
export const CUSTOM_MEDIA: Readonly<Record<string, string>> = {
  phone: PHONE,
  tablet: below(BREAKPOINTS.md),
  cramped: below(BREAKPOINTS.lg),
  roomy: ROOMY,
};
