import { demoLogin } from '@airdeck/contract/session/routes';
import type { Session } from '@airdeck/contract/session/schema';
import type { Role } from '@airdeck/domain/role';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import styles from './login.module.css';

interface DemoRolesProps {
  roles: readonly Role[];
  onSession: (session: Session) => void;
}

/** Login of the demo: a button per role. */
export function DemoRoles({ roles, onSession }: DemoRolesProps) {
  const { t } = useTranslation();
  const send = useMutation({
    mutationFn: (authority: Role) => call(demoLogin, { body: { authority } }),
    onSuccess: onSession,
  });
  return (
    <section className={styles.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('session.demo.title')}</h2>
      <p>{t('session.demo.text')}</p>
      {send.isError ? <Alert severity="error">{send.error.message}</Alert> : null}
      <div className={styles.roles}>
        {roles.map((role) => (
          <Button
            key={role}
            variant="outlined"
            disabled={send.isPending || send.isSuccess}
            onClick={() => send.mutate(role)}
          >
            {t(`session.role.${role}`)}
          </Button>
        ))}
      </div>
    </section>
  );
}
