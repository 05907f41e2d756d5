import { createTheme } from '@mui/material/styles';
import { BREAKPOINTS, COLORS, FONTS, PHONE, SHADOWS, SIZES, space, TONES } from './tokens.ts';

/** A narrow window counts as a touch screen. */
const ON_PHONE = `@media ${PHONE}`;
const FOCUS = { outline: `3px solid ${COLORS.primary}`, outlineOffset: 2 };

/** The theme of MUI's components. */
export const theme = createTheme({
  breakpoints: { values: { xs: 0, ...BREAKPOINTS } },
  palette: {
    primary: { main: COLORS.primary, dark: COLORS['primary-dark'] },
    error: { main: TONES[5].ink },
    background: { default: COLORS.bg, paper: COLORS.surface },
    // Who may only read a form reads it in disabled fields: the library's own is too pale.
    text: { primary: COLORS.ink, secondary: COLORS['ink-2'], disabled: COLORS['disabled-ink'] },
    divider: COLORS.line,
  },
  shape: { borderRadius: 10 },
  typography: {
    fontFamily: FONTS.text,
    fontSize: 14,
    button: { textTransform: 'none', fontWeight: 600 },
  },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true }, styleOverrides: { root: { '&:focus-visible': FOCUS } } },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: { root: { minHeight: 44, borderRadius: 10, paddingInline: space(18) } },
    },
    MuiIconButton: { styleOverrides: { root: { width: 44, height: 44, color: 'inherit' } } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          background: COLORS.surface,
          // As large as the text around it; smaller than 16 px, phones zoom in on it.
          '&.MuiInputBase-sizeSmall': {
            minHeight: 40,
            '.MuiInputBase-input': { fontSize: 14, [ON_PHONE]: { fontSize: 16 } },
          },
          // Only the inner part of a select opens its list.
          [ON_PHONE]: {
            minHeight: 44,
            '&.MuiInputBase-sizeSmall .MuiSelect-select': { minHeight: 24, paddingBlock: space(10) },
          },
        },
        notchedOutline: { borderColor: COLORS['line-strong'] },
        // The library's own is too pale to read.
        input: { '&::placeholder': { color: COLORS['ink-3'], opacity: 1 } },
      },
    },
    MuiPaginationItem: { styleOverrides: { root: { [ON_PHONE]: { minWidth: 44, height: 44 } } } },
    MuiDialog: {
      styleOverrides: {
        paper: { borderRadius: SIZES.radius, boxShadow: SHADOWS.dialog },
        paperFullScreen: { borderRadius: 0 },
      },
    },
    MuiMenu: {
      styleOverrides: {
        paper: { border: `1px solid ${COLORS.line}`, boxShadow: SHADOWS.rest },
        list: { padding: space(6) },
      },
    },
    MuiMenuItem: { styleOverrides: { root: { borderRadius: 8, minHeight: 44, gap: space(10), fontSize: 14 } } },
    MuiTooltip: {
      defaultProps: { arrow: true, enterDelay: 300 },
      styleOverrides: { tooltip: { background: COLORS.ink, fontSize: 13, padding: space(6, 10), borderRadius: 8 } },
    },
    MuiAlert: {
      styleOverrides: {
        root: {
          borderRadius: 10,
          alignItems: 'center',
          '&.MuiAlert-standard.MuiAlert-colorInfo': {
            background: COLORS['primary-soft'],
            color: COLORS['primary-dark'],
          },
          '&.MuiAlert-colorInfo .MuiAlert-icon': { color: 'inherit' },
        },
      },
    },
    MuiSkeleton: { defaultProps: { animation: 'wave' }, styleOverrides: { root: { background: COLORS.track } } },
  },
});
