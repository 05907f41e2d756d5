import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { logOut } from '../../lib/session/leave.ts';
import { sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { AlertDialog } from '../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';
import { PasswordDialog } from './password-dialog.tsx';

const SecondFactorSetup = lazy(async () => ({
  default: (await import('./second-factor-setup.tsx')).SecondFactorSetup,
}));

/**
 * Replaces every screen while another person may know the password, or while the second factor is missing that the
 * organization requires: set it or log out.
 */
export function SecureAccount() {
  const { t } = useTranslation();
  const user = useStore(sessionStore)?.user;
  const leave = useMutation({ mutationFn: logOut });
  if (user === undefined) return null;
  return (
    <>
      {user.must_renew ? (
        <PasswordDialog user={user} reason={t('session.passwords.first')} onClose={() => leave.mutate()} />
      ) : (
        <Suspense>
          <SecondFactorSetup
            user={user}
            isOn={false}
            reason={t('account.secondFactor.must')}
            onClose={() => leave.mutate()}
          />
        </Suspense>
      )}
      <AlertDialog open={leave.isError} title={t('dialog.fail.logout')} onClose={leave.reset}>
        <FailureAlert error={leave.error} />
      </AlertDialog>
    </>
  );
}
