import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icon.tsx';
import { HOME } from '../guard.ts';
import styles from './menu.module.css';

export function MenuMonitoring({ onNavigate }: { onNavigate: () => void }) {
  const { t } = useTranslation();
  return (
    <Link to={HOME} className={styles.monitoring} onClick={onNavigate}>
      <Icon name="pulse" size={26} />
      {t('menu.main.monitoring')}
      <span className={styles.end}>
        <Icon name="arrowRight" />
      </span>
    </Link>
  );
}
