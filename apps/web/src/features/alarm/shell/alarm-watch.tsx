import Button from '@mui/material/Button';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlarmCounts } from '../../../lib/alarm/counts.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useAlarmStream } from '../../../lib/live/use-live.ts';
import { countInTitle } from '../../../lib/title.ts';
import { playSound } from './sound.tsx';
import { type Burst, useRaisedAlarms } from './use-raised-alarms.ts';

const TOAST = 'alarms';
export const LIVE_ERROR = '/current/error/liveerror';

/**
 * Announces new alarms on every screen, once per burst: by a message (except on the live list, which shows them), to
 * screen readers, and by a sound if enabled. The tab's title shows as many as the badge.
 */
export function AlarmWatch() {
  const announce = useAnnouncement();
  const waiting = useAlarmCounts()?.open ?? 0;
  useAlarmStream();
  useRaisedAlarms(announce.tell);
  useEffect(() => {
    countInTitle(waiting);
    return () => countInTitle(0);
  }, [waiting]);

  return (
    <div className="sr" role="status">
      {announce.text}
    </div>
  );
}

/** Announces a burst: in the live region, and by a message unless the live list is open. */
function useAnnouncement() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enqueueSnackbar, closeSnackbar } = useSnackbar();
  const navigate = useNavigate();
  const isOnList = useLocation({ select: ({ pathname }) => pathname === LIVE_ERROR });
  const [text, setText] = useState('');
  const open = () => {
    closeSnackbar(TOAST);
    void navigate({ to: LIVE_ERROR, search: () => ({ startTime: 'any' }) });
  };
  const tell = ({ count, worst }: Burst) => {
    const said = {
      severity: t(`admin.choice.severity.${worst.severity}`),
      description: (language === 'en' ? worst.description_en : null) ?? worst.description,
      place: language === 'en' ? worst.place_en : worst.place,
    };
    const message = count === 1 ? t('alarm.toast.one', said) : t('alarm.toast.many', { ...said, count });
    playSound();
    if (isOnList) {
      setText(message);
      return;
    }
    // Screen readers announce a message themselves.
    closeSnackbar(TOAST);
    enqueueSnackbar(message, {
      key: TOAST,
      variant: 'warning',
      action: (
        <Button color="inherit" onClick={open}>
          {t('alarm.toast.open')}
        </Button>
      ),
    });
  };
  return { text, tell };
}
