import type { RaisedAlarm } from '@airdeck/contract/live/event';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetAlarms } from '../../../lib/alarm/counts.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { onAlarms } from '../../../lib/live/alarm-events.ts';
import { useAlarmStream } from '../../../lib/live/use-live.ts';
import { playSound } from './sound.tsx';

/** What was read is read again at most so often, however many events come. */
const RELOAD_MS = 400;
/** Alarms of a burst are told of together. */
const BURST_MS = 1_500;
const TOAST = 'alarms';
export const LIVE_ERROR = '/current/error/liveerror';

interface Burst {
  count: number;
  worst: RaisedAlarm;
}

const worse = (a: RaisedAlarm, b: RaisedAlarm): RaisedAlarm =>
  SEVERITIES.indexOf(b.severity) < SEVERITIES.indexOf(a.severity) ? b : a;

/**
 * Hears of alarms on every screen: what was read of them is read again, new ones are told of once for a burst, by a message
 * (not where the list itself shows them), for screen readers, and by a sound where that is wanted.
 */
export function AlarmWatch() {
  const client = useQueryClient();
  const announce = useAnnouncement();
  const reload = useRef<ReturnType<typeof setTimeout>>(undefined);
  const burst = useRef<Burst | null>(null);
  const told = useRef<ReturnType<typeof setTimeout>>(undefined);
  useAlarmStream();

  const tellOf = useEffectEvent((each: Burst) => announce.tell(each));
  useEffect(() => {
    const soon = () => {
      reload.current ??= setTimeout(() => {
        reload.current = undefined;
        void forgetAlarms(client);
      }, RELOAD_MS);
    };
    const stop = onAlarms((event) => {
      soon();
      if (event.type === 'hello') return;
      const [first, ...more] = event.raised;
      if (first === undefined) return;
      const worst = more.reduce(worse, first);
      const before = burst.current;
      burst.current = {
        count: (before?.count ?? 0) + event.raised_count,
        worst: before === null ? worst : worse(before.worst, worst),
      };
      told.current ??= setTimeout(() => {
        told.current = undefined;
        if (burst.current !== null) tellOf(burst.current);
        burst.current = null;
      }, BURST_MS);
    });
    return () => {
      stop();
      clearTimeout(reload.current);
      clearTimeout(told.current);
      reload.current = told.current = undefined;
    };
  }, [client]);

  return (
    <div className="sr" role="status">
      {announce.text}
    </div>
  );
}

/** Tells of a burst: what is said in the live region, and a message unless the live list is open. */
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
      place: worst.place,
    };
    const message = count === 1 ? t('alarm.toast.one', said) : t('alarm.toast.many', { ...said, count });
    playSound();
    if (isOnList) {
      setText(message);
      return;
    }
    // A message is read out by itself.
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
