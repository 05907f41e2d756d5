import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { mayUser } from '../lib/session/actor.ts';
import { sessionStore } from '../lib/session/session-store.ts';
import { useStore } from '../lib/store.ts';
import styles from './control-link.module.css';
import { Icon } from './icon.tsx';

interface ControlLinkProps {
  meterId: number;
  purifierId: number;
  /** Link text; default: `control.link`. */
  children?: React.ReactNode;
}

/** Link to purifier control with the purifier selected; renders nothing for users without permission. */
export function ControlLink({ meterId, purifierId, children }: ControlLinkProps) {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  if (!user?.may_control || !mayUser(user, 'control', 'purifiers')) return null;
  return (
    <Link to="/management/control/controlair" search={() => ({ meterId, purifierId })} className={styles.link}>
      <Icon name="sliders" size={16} />
      {children ?? t('control.link')}
    </Link>
  );
}
