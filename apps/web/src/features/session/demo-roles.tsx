import { demoLogin } from '@airdeck/contract/session/routes';
import type { Session } from '@airdeck/contract/session/schema';
import type { Role } from '@airdeck/domain/role';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import styles from './login.module.css';

interface DemoRolesProps {
  roles: readonly Role[];
  onSession: (session: Session) => void;
  onFailure: (failure: Error | null) => void;
  /** Whether another login is under way. */
  disabled: boolean;
}

/** Login of the demo: a button per role. */
export function DemoRoles({ roles, onSession, onFailure, disabled }: DemoRolesProps) {
  const { t } = useTranslation();
  const enter = async (authority: Role) => {
    if (disabled) return;
    onFailure(null);
    try {
      onSession(await call(demoLogin, { body: { authority } }));
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure;
      onFailure(failure);
    }
  };
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('session.demo.title')}</h2>
      <p>{t('session.demo.text')}</p>
      <div className={styles.roles}>
        {roles.map((role) => (
          <button key={role} type="button" aria-disabled={disabled} onClick={() => void enter(role)}>
            {t(`session.role.${role}`)}
          </button>
        ))}
      </div>
    </section>
  );
}
