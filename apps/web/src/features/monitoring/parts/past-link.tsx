import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './past-link.module.css';

interface PastLinkProps {
  /** The screen of past values, and its query. */
  to: '/current/current/instrument' | '/current/current/sensorcur';
  search: object;
}

/** To what was measured before: since when is it so? */
export function PastLink({ to, search }: PastLinkProps) {
  const { t } = useTranslation();
  return (
    <Link to={to} search={() => search} className={styles.past}>
      <Icon name="history" size={18} />
      {t('history.link')}
    </Link>
  );
}
