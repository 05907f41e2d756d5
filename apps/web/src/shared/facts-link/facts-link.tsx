import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayUser } from '../../lib/session/actor.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import styles from './facts-link.module.css';

const FACTS = '/management/organization/facts';

/** Leads to the facility facts, where one is missing; nothing for those who may not enter it. */
export function FactsLink() {
  const { t } = useTranslation();
  if (!mayUser(sessionStore.get()?.user, 'create', 'facility_facts')) return null;
  return (
    <Link to={FACTS} className={styles.link}>
      {t('compliance.toFacts')}
    </Link>
  );
}
