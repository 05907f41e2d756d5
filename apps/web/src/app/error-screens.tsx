import Button from '@mui/material/Button';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { markReload } from '../lib/session/session-storage.ts';
import { Page } from '../ui/page/page.tsx';
import { ErrorPanel } from '../ui/state/state-panels.tsx';
import { useTitle } from '../ui/use-title.ts';
import styles from './error-screens.module.css';
import { homeAddress } from './guard.ts';

/** The screen of an unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  useTitle(t('shell.notFound.title'));
  return (
    <Page>
      <div className={styles.box}>
        <p className={styles.number} aria-hidden="true">
          404
        </p>
        <h1>{t('shell.notFound.title')}</h1>
        <p>{t('shell.notFound.text')}</p>
        <Button component={Link} to={homeAddress()} variant="contained">
          {t('shell.notFound.home')}
        </Button>
      </div>
    </Page>
  );
}

/** The screen after an error, or when its code is no longer on the server. A reload helps with both. */
export function ScreenError({ error }: ErrorComponentProps) {
  const reload = () => {
    markReload();
    window.location.reload();
  };
  return <ErrorPanel error={error instanceof Error ? error : new Error(String(error))} onRetry={reload} />;
}
