import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { logOut } from '../../lib/session/leave.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { AlertDialog } from '../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** Replaces every screen while another person may know the password: set a new one or log out. */
export function RenewPassword() {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  const leave = useMutation({ mutationFn: logOut });
  if (user === undefined) return null;
  return (
    <>
      <PasswordDialog user={user} reason={t('session.passwords.first')} onClose={() => leave.mutate()} />
      <AlertDialog open={leave.isError} title={t('dialog.fail.logout')} onClose={leave.reset}>
        <FailureAlert error={leave.error} />
      </AlertDialog>
    </>
  );
}
