import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import styles from './user-info.module.css';

interface UserInfoDialogProps {
  open: boolean;
  onClose: () => void;
}

/** The logged-in user. */
export function UserInfoDialog({ open, onClose }: UserInfoDialogProps) {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  if (user === undefined) return null;
  const none = t('session.user.none');
  return (
    <Dialog open={open} title={t('session.user.title')} onClose={onClose} width="xs">
      <Definitions
        items={[
          [t('session.user.name'), user.name],
          [t('session.user.login'), user.login],
          [t('session.user.organization'), `${user.organization_name} (${user.organization_code})`],
          [t('session.user.authority'), t(`session.role.${user.authority}`)],
          [t('session.user.email'), user.email ?? none],
          [t('session.user.phone'), user.phone ?? none],
          [t('session.user.language'), t(`common.language.${user.language}`)],
        ]}
      />
    </Dialog>
  );
}

interface DefinitionsProps {
  items: readonly (readonly [name: string, value: React.ReactNode])[];
}

/** Names and values in two columns. */
function Definitions({ items }: DefinitionsProps) {
  return (
    <dl className={styles.list}>
      {items.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
