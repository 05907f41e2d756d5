import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import styles from './purifier.module.css';

/** Commands are another screen's business. */
export function ControlNote() {
  const { t } = useTranslation();
  return (
    <p className={styles.note}>
      <Icon name="info" size={18} />
      <span>
        {t('monitoring.purifier.controlNote')}{' '}
        <Link to="/management/control/controlair">{t('monitoring.purifier.controlLink')}</Link>
      </span>
    </p>
  );
}
