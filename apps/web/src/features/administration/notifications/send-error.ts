import type { TFunction } from 'i18next';

const KNOWN = [
  'NO_MAIL_SERVER',
  'NO_ADDRESS',
  'NO_BROWSER',
  'NO_SECRET',
  'PRIVATE_ADDRESS',
  'TIMEOUT',
  'UNREACHABLE',
  'REDIRECTED',
  'REFUSED',
  'SMTP',
] as const;

/** Why a notification was not sent, in words; an unknown reason as the mail client named it. */
export const sendErrorText = (t: TFunction, error: string): string => {
  const [word, status = ''] = error.split(' ');
  const known = KNOWN.find((each) => each === word);
  return known === undefined
    ? t('admin.notification.error.OTHER', { detail: error })
    : t(`admin.notification.error.${known}`, { status });
};
