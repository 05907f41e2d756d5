import CssBaseline from '@mui/material/CssBaseline';
import GlobalStyles from '@mui/material/GlobalStyles';
import { COLORS, FONTS, SEVERITY_COLORS, SHADOW, SIZES, TONES } from './tokens.ts';

const variables: Record<string, string> = {
  '--font-text': FONTS.text,
  '--font-number': FONTS.number,
  '--shadow': SHADOW,
  '--radius': `${SIZES.radius}px`,
  '--top-bar': `${SIZES.topBar}px`,
  '--drawer': `${SIZES.drawer}px`,
  '--rail': `${SIZES.rail}px`,
};
for (const [name, color] of Object.entries(COLORS)) variables[`--${name}`] = color;

/** `data-tone="4"` on an element gives it the tone's colours as --tone, --tone-soft and --tone-ink. */
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

const styles = (
  <GlobalStyles
    styles={{
      // Inherited, as CssBaseline has it, it would be lost inside <details>.
      '*, *::before, *::after': { boxSizing: 'border-box' },
      ':root': variables,
      ...tones,
      ...severities,
      // A focused element must not lie below the top bar.
      html: { scrollPaddingTop: 'calc(var(--top-bar) + 12px)' },
      body: { fontSize: 14, lineHeight: 1.45, wordBreak: 'keep-all', overflowWrap: 'break-word' },
      '@media (max-width: 699.95px)': { ':root': { '--top-bar': `${SIZES.topBarPhone}px` } },
      ':focus-visible': { outline: `3px solid ${COLORS.primary}`, outlineOffset: 2 },
      'h1, h2, h3, p, dl, dd, ul, ol': { margin: 0 },
      'ul, ol': { padding: 0, listStyle: 'none' },
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
        '*, *::before, *::after': { animationDuration: '.01ms !important', transitionDuration: '.01ms !important' },
      },
    }}
  />
);

export function PageStyles() {
  return (
    <>
      <CssBaseline />
      {styles}
    </>
  );
}
