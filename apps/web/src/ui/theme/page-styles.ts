import { COLORS, FONTS, PHONE, SEVERITY_COLORS, SHADOWS, SIZES, SPACE, TONES } from './tokens.ts';

const variables: Record<string, string> = {
  '--font-text': FONTS.text,
  '--font-number': FONTS.number,
  '--shadow-rest': SHADOWS.rest,
  '--shadow-lift': SHADOWS.lift,
  '--shadow-up': SHADOWS.up,
  '--shadow-toast': SHADOWS.toast,
  '--radius': `${SIZES.radius}px`,
  '--top-bar': `${SIZES.topBar}px`,
  '--drawer': `${SIZES.drawer}px`,
  '--rail': `${SIZES.rail}px`,
  '--bottom-bar': '0px',
};
for (const [name, color] of Object.entries(COLORS)) variables[`--${name}`] = color;
for (const step of SPACE) variables[`--space-${step}`] = `${step}px`;

/** `data-tone="4"` on an element defines its colours as --tone, --tone-soft and --tone-ink. */
const tones = Object.fromEntries(
  Object.entries(TONES).map(([tone, { line, soft, ink }]) => [
    `[data-tone="${tone}"]`,
    { '--tone': line, '--tone-soft': soft, '--tone-ink': ink },
  ]),
);

/** `data-severity="MAJOR"` gives an element --severity, --severity-soft and --severity-ink. */
const severities = Object.fromEntries(
  Object.entries(SEVERITY_COLORS).map(([severity, { line, soft, ink }]) => [
    `[data-severity="${severity}"]`,
    { '--severity': line, '--severity-soft': soft, '--severity-ink': ink },
  ]),
);

type Style = Record<string, string | number>;
interface Rules {
  [selector: string]: Style | Rules;
}

const RULES: Rules = {
  // Set on every element, because inheritance ends at <details>.
  '*, *::before, *::after': { boxSizing: 'border-box' },
  ':root': variables,
  ...tones,
  ...severities,
  // A focused element must not lie below the top bar.
  html: {
    scrollPaddingTop: 'calc(var(--top-bar) + var(--space-12))',
    scrollPaddingBottom: 'calc(var(--bottom-bar) + var(--space-12))',
    WebkitFontSmoothing: 'antialiased',
    MozOsxFontSmoothing: 'grayscale',
    WebkitTextSizeAdjust: '100%',
  },
  'strong, b': { fontWeight: 700 },
  body: {
    margin: 0,
    background: 'var(--bg)',
    color: 'var(--ink)',
    fontFamily: FONTS.text,
    fontSize: 14,
    fontWeight: 400,
    lineHeight: 1.45,
    wordBreak: 'keep-all',
    overflowWrap: 'break-word',
  },
  '@media print': { body: { background: COLORS.surface } },
  [`@media ${PHONE}`]: {
    ':root': {
      '--top-bar': `${SIZES.topBarPhone}px`,
      '--bottom-bar': `calc(${SIZES.bottomBarPhone}px + env(safe-area-inset-bottom, 0px))`,
    },
  },
  ':focus-visible': { outline: `3px solid ${COLORS.primary}`, outlineOffset: 2 },
  'h1, h2, h3, p, dl, dd, ul, ol': { margin: 0 },
  // No number alone on a last line: `Grade / 1`.
  'h1, h2, h3, p, small': { textWrapStyle: 'pretty' },
  'ul, ol': { padding: 0, listStyle: 'none' },
  // Above the phone's bar of ways.
  '.snackbars': { marginBottom: 'var(--bottom-bar)' },
  '.num': { fontFamily: FONTS.number, fontVariantNumeric: 'tabular-nums' },
  '.sr': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '.01ms !important',
      // One that begins again and again would be drawn again and again.
      animationIterationCount: '1 !important',
      transitionDuration: '.01ms !important',
    },
  },
};

/** Numbers without a unit; all others are px. */
const PLAIN = new Set(['lineHeight', 'fontWeight']);

const kebab = (name: string): string =>
  name.startsWith('--') ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The rules as a style sheet. */
export function cssText(rules: Rules = RULES): string {
  return Object.entries(rules)
    .map(([selector, style]) => {
      const body = Object.entries(style).map(([name, value]) => {
        if (typeof value === 'object') return cssText({ [name]: value });
        return `${kebab(name)}:${typeof value === 'number' && !PLAIN.has(name) ? `${value}px` : value};`;
      });
      return `${selector}{${body.join('')}}`;
    })
    .join('');
}

/** Styles the whole page: before everything else, so that every other style sheet has the last word. */
export function stylePage(): void {
  const sheet = document.createElement('style');
  sheet.textContent = cssText();
  document.head.prepend(sheet);
}
