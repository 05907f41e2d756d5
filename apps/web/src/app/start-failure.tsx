import { useTranslation } from 'react-i18next';
import { markReload } from '../lib/session/session-storage.ts';
import styles from './start-failure.module.css';

/** Shown when the console's code could not be loaded; uses nothing that has to be loaded. */
export function StartFailure() {
  const { t } = useTranslation();
  const reload = () => {
    markReload();
    window.location.reload();
  };
  return (
    <main className={styles.page}>
      <h1>{t('common.error.title')}</h1>
      <p role="alert">{t('common.error.screen')}</p>
      <button type="button" onClick={reload}>
        {t('button.retry')}
      </button>
    </main>
  );
}
