import { styled } from '@mui/material/styles';
import { MaterialDesignContent, SnackbarProvider } from 'notistack';
import { COLORS, FONTS, SHADOWS, TONES } from './theme/tokens.ts';

const CLOSES_AFTER_MS = 5000;

const Snackbar = styled(MaterialDesignContent)({
  '&&': {
    minHeight: 52,
    borderRadius: 10,
    background: COLORS.ink,
    fontFamily: FONTS.text,
    fontSize: 14,
    boxShadow: SHADOWS.toast,
  },
  '&&.notistack-MuiContent-success svg': { color: COLORS.live },
  '&&.notistack-MuiContent-error': { background: TONES[5].ink },
});

const COMPONENTS = { default: Snackbar, success: Snackbar, error: Snackbar, warning: Snackbar, info: Snackbar };

/** Short messages at the bottom, which close by themselves. `useSnackbar().enqueueSnackbar(text, { variant })` */
export function Snackbars({ children }: { children: React.ReactNode }) {
  return (
    <SnackbarProvider
      autoHideDuration={CLOSES_AFTER_MS}
      maxSnack={3}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
      Components={COMPONENTS}
      classes={{ containerRoot: 'snackbars' }}
    >
      {children}
    </SnackbarProvider>
  );
}
