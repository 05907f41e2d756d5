import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { followLanguage } from '../../lib/i18n/i18n.ts';
import { logOut } from '../../lib/session/leave.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { AlertDialog } from '../../ui/dialog/dialog.tsx';
import { PasswordDialog } from './password-dialog.tsx';

/** In place of everything else, for whoever has a password that somebody else has seen. The only other way is out. */
export function RenewPassword() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useStore(sessionStore)?.user;
  const leave = useMutation({
    mutationFn: logOut,
    onSuccess: async () => {
      await navigate({ to: '/' });
      await followLanguage();
    },
  });
  if (user === undefined) return null;
  return (
    <>
      <PasswordDialog user={user} reason={t('session.passwords.first')} onClose={() => leave.mutate()} />
      <AlertDialog open={leave.isError} title={t('dialog.fail.logout')} onClose={leave.reset}>
        {leave.error?.message}
      </AlertDialog>
    </>
  );
}
