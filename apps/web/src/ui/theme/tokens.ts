/** Every colour and size of the console, once. The theme and the style sheets (`var(--…)`) take them from here. */
export const COLORS = {
  primary: '#1b53a0',
  'primary-dark': '#144080',
  'primary-soft': '#eaf1fb',
  bg: '#f9fafb',
  surface: '#fff',
  line: '#e6e9ee',
  'line-strong': '#cdd3dd',
  ink: '#172033',
  'ink-2': '#55607a',
  'ink-3': '#667189',
  live: '#7ee2a8',
  warn: '#f5c463',
  compare: '#8a94a8',
} as const;

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

export const SIZES = { topBar: 80, topBarPhone: 60, bottomBarPhone: 58, drawer: 256, rail: 56, radius: 14 } as const;

export const SHADOW = '0 1px 2px rgb(16 32 64 / .05), 0 6px 20px -12px rgb(16 32 64 / .18)';

export const FONTS = {
  text: '"Noto Sans KR Variable", "Noto Sans CJK KR", "Roboto Variable", sans-serif',
  number: '"Roboto Variable", "Noto Sans KR Variable", sans-serif',
} as const;

/** Narrower than this is a phone: one column, cards instead of tables. */
export const PHONE = '(max-width: 699.95px)';

/** Little room, in width or in height (a phone, or a desk at 200 %): what matters less folds. */
export const SMALL = `${PHONE}, (max-height: 599.95px)`;

/** From here on the top bar has room for the breadcrumb too. */
export const WIDE = '(min-width: 1280px)';
