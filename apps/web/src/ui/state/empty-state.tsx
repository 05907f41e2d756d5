import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../icon.tsx';
import styles from './state.module.css';

interface EmptyStateProps {
  /** Why there is nothing, and what to do about it. */
  text: React.ReactNode;
  /** "No data" when left out. */
  title?: string;
  icon?: IconName;
  action?: React.ReactNode;
}

/** Nothing to show, said as such. */
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
