import Button from '@mui/material/Button';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Page } from '../ui/page/page.tsx';
import { useTitle } from '../ui/page/use-title.ts';
import { HOME } from './guard.ts';
import styles from './not-found.module.css';

/** Any address that is none of ours. */
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
        <Button component={Link} to={HOME} variant="contained">
          {t('shell.notFound.home')}
        </Button>
      </div>
    </Page>
  );
}
