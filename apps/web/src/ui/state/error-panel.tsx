import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/api/failure.ts';
import { Icon } from '../icon.tsx';
import styles from './state.module.css';

interface ErrorPanelProps {
  error: Error;
  onRetry?: () => void;
}

/** What could not be loaded: the sentence, the code and request id to quote, and another try. */
export function ErrorPanel({ error, onRetry }: ErrorPanelProps) {
  const { t } = useTranslation();
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <div className={styles.state} role="alert">
      <span className={styles.mark} data-tone="5">
        <Icon name="warning" size={24} />
      </span>
      <h2>{t('common.error.title')}</h2>
      <p>{failure === null ? t('common.error.screen') : failure.message}</p>
      {failure === null ? null : (
        <div className={styles.codes}>
          <span>
            {t('common.error.code')} {failure.code}
          </span>
          {failure.requestId === null ? null : (
            <span>
              {t('common.error.requestId')} {failure.requestId}
            </span>
          )}
        </div>
      )}
      {onRetry === undefined ? null : (
        <div className={styles.action}>
          <Button variant="outlined" onClick={onRetry} startIcon={<Icon name="refresh" size={18} />}>
            {t('button.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
