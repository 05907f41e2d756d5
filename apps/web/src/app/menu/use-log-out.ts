import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { useTranslation } from 'react-i18next';
import { followLanguage } from '../../lib/i18n/i18n.ts';
import { logOut } from '../../lib/session/log-out.ts';

/** Logs out and goes to Login. When the server does not take it, `failure` says why and nothing has changed. */
export function useLogOut() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { enqueueSnackbar } = useSnackbar();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: logOut,
    onSuccess: async () => {
      await navigate({ to: '/' });
      await followLanguage();
      enqueueSnackbar(t('info.logout'), { variant: 'success' });
    },
  });
  return { leave: () => mutate(), leaving: isPending, failure: error, forgetFailure: reset };
}
