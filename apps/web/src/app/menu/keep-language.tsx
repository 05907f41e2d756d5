import { setOwnLanguage } from '@airdeck/contract/user/own-routes';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { call } from '../../lib/api/call.ts';
import { useLanguage } from '../../lib/i18n/use-language.ts';
import { refreshUser, sessionStore } from '../../lib/session/session-store.ts';
import { useStore } from '../../lib/store.ts';
import { FailureAlert } from '../../ui/state/failure-alert.tsx';

/** After a switch of the language, which ends with the session: a button that keeps it for the user's next sessions. */
export function KeepLanguage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const stored = useStore(sessionStore)?.user.language;
  const { enqueueSnackbar } = useSnackbar();
  const keep = useMutation({
    mutationFn: () => call(setOwnLanguage, { body: { language } }),
    onSuccess: (user) => {
      refreshUser(user);
      enqueueSnackbar(t('common.language.kept'), { variant: 'success' });
    },
  });
  if (stored === undefined || stored === language) return null;
  return (
    <>
      <FailureAlert error={keep.error} />
      <Button color="inherit" size="small" loading={keep.isPending} onClick={() => keep.mutate()}>
        {t('common.language.keep')}
      </Button>
    </>
  );
}
