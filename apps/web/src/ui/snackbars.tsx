import { type CustomContentProps, MaterialDesignContent, SnackbarProvider } from 'notistack';
import styles from './snackbars.module.css';

const CLOSES_AFTER_MS = 5000;

/** The snackbar of every kind; the ref positions it in the stack. */
const Snackbar = (props: CustomContentProps & React.RefAttributes<HTMLDivElement>) => (
  <MaterialDesignContent {...props} className={`${props.className ?? ''} ${styles.snackbar}`} />
);

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
