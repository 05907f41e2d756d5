import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { ApiFailure } from '../../lib/failure.ts';
import { Icon, type IconName } from '../icon.tsx';
import { FailureCodes } from './failure-alert.tsx';
import styles from './state.module.css';

interface EmptyStateProps {
  /** The reason, and what to do about it. */
  text: React.ReactNode;
  /** "No data" when left out. */
  title?: string;
  icon?: IconName;
  action?: React.ReactNode;
}

/** A panel for an empty list. */
export function EmptyState({ text, title, icon = 'info', action }: EmptyStateProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.state}>
      <span className={styles.mark}>
        <Icon name={icon} size={24} />
      </span>
      <h2>{title ?? t('common.empty.title')}</h2>
      <div>{text}</div>
      {action === undefined ? null : <div className={styles.action}>{action}</div>}
    </div>
  );
}

interface ErrorPanelProps {
  error: Error;
  onRetry?: () => void;
}

/** A panel for a failure: the message, its code and request id, and a button that tries again. */
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
      {failure === null ? null : <FailureCodes failure={failure} />}
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
