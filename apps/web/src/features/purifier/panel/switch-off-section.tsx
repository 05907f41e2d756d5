import {
  cancelSwitchOffTest,
  type SwitchOffTest,
  type SwitchOffTests,
  startSwitchOffTest,
} from '@airdeck/contract/control/switch-off-test';
import { MINUTE_MS } from '@airdeck/domain/duration';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { everySecond } from '../../../lib/clock.ts';
import { formatDate } from '../../../lib/format/date.ts';
import { formatNumber } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { mayUser } from '../../../lib/session/actor.ts';
import { sessionStore } from '../../../lib/session/session-store.ts';
import { useStore } from '../../../lib/store.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { switchOffQuery } from '../model/queries.ts';
import styles from './panel.module.css';

interface SectionProps {
  id: number;
  timeZone: string;
}

const STEPS = ['windows', 'people', 'dust', 'others'] as const;

/** The guided test of a purifier: on high, then off. */
export function SwitchOffSection({ id, timeZone }: SectionProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(switchOffQuery(id));
  const mayControl = mayUser(useStore(sessionStore)?.user, 'control', 'purifiers');
  const [asked, setAsked] = useState<'start' | 'cancel' | null>(null);
  const send = useMutation<SwitchOffTests, Error, 'start' | 'cancel'>({
    mutationFn: (what) => call(what === 'start' ? startSwitchOffTest : cancelSwitchOffTest, { params: { id } }),
    onSuccess: (answer) => {
      client.setQueryData(switchOffQuery(id).queryKey, answer);
      setAsked(null);
    },
  });
  const running = data?.tests.find(({ phase }) => phase !== 'ENDED');
  const ended = data?.tests.filter(({ phase }) => phase === 'ENDED') ?? [];
  return (
    <section className={styles.effect}>
      <h3>{t('purifier.test.title')}</h3>
      {data === undefined ? (
        error === null ? (
          <p className={styles.foot}>{t('common.loading')}</p>
        ) : (
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        )
      ) : !data.measured ? (
        <p className={styles.foot}>{t('purifier.effect.notMeasured')}</p>
      ) : (
        <>
          {running === undefined ? null : <Running test={running} timeZone={timeZone} />}
          {running === undefined && ended.length === 0 ? (
            <p className={styles.foot}>{t('purifier.test.none')}</p>
          ) : null}
          {mayControl ? (
            <div className={styles.testActions}>
              {running === undefined ? (
                <Button variant="outlined" disabled={data.obstacle !== null} onClick={() => setAsked('start')}>
                  {t('purifier.test.start')}
                </Button>
              ) : running.phase === 'RESTORE' ? null : (
                <Button color="error" onClick={() => setAsked('cancel')}>
                  {t('purifier.test.cancel')}
                </Button>
              )}
              {running === undefined && data.obstacle !== null ? (
                <small>{t(`control.obstacle.${data.obstacle}`)}</small>
              ) : null}
            </div>
          ) : null}
          {ended.length === 0 ? null : (
            <ul className={styles.replacements}>
              {ended.map((test) => (
                <Ended key={test.id} test={test} timeZone={timeZone} />
              ))}
            </ul>
          )}
        </>
      )}
      {asked === null ? null : (
        <ConfirmDialog
          title={t(asked === 'start' ? 'purifier.test.start' : 'purifier.test.cancel')}
          action={t(asked === 'start' ? 'purifier.test.startNow' : 'purifier.test.cancel')}
          width="sm"
          isPending={send.isPending}
          error={send.error}
          onConfirm={() => send.mutate(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'start' ? (
            <>
              <p>{t('purifier.test.intro')}</p>
              <Steps />
            </>
          ) : (
            <p>{t('purifier.test.cancelText')}</p>
          )}
        </ConfirmDialog>
      )}
      {asked === null ? <FailureAlert error={send.error} /> : null}
    </section>
  );
}

function Steps() {
  const { t } = useTranslation();
  return (
    <ul className={styles.steps}>
      {STEPS.map((step) => (
        <li key={step}>{t(`purifier.test.step.${step}`)}</li>
      ))}
    </ul>
  );
}

function Running({ test: { phase, next_time, started_by }, timeZone }: { test: SwitchOffTest; timeZone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const now = useSyncExternalStore(everySecond, () => Math.floor(Date.now() / 1000)) * 1000;
  const left = next_time === null ? null : Math.max(0, Math.ceil((Date.parse(next_time) - now) / MINUTE_MS));
  return (
    <Alert severity="info" role="status">
      <strong>{t(`purifier.test.phase.${phase}`)}</strong>
      {next_time === null || left === null ? (
        <p>{t(phase === 'RESTORE' ? 'purifier.test.restoring' : 'purifier.test.waiting')}</p>
      ) : (
        <p>
          {t('purifier.test.left', {
            count: left,
            time: formatDate(next_time, 'hourMinute', { language, timeZone }),
          })}
        </p>
      )}
      {phase === 'RESTORE' ? null : <Steps />}
      {started_by === null ? null : <small>{t('purifier.test.startedBy', { login: started_by })}</small>}
    </Alert>
  );
}

function Ended({ test, timeZone }: { test: SwitchOffTest; timeZone: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { start_time, outcome, result } = test;
  const air = result?.air_changes ?? null;
  const rate = (value: number) => formatNumber(value, 1, language);
  const facts = [
    ...(air === null
      ? []
      : [t('purifier.test.airChanges', { value: rate(air.value), low: rate(air.low), high: rate(air.high) })]),
    ...(result?.doubt == null ? [] : [t(`purifier.test.doubt.${result.doubt}`)]),
  ];
  return (
    <li>
      <span className="num">{formatDate(start_time, 'minute', { language, timeZone })}</span>
      <b>
        {result === null
          ? t(`purifier.test.outcome.${outcome ?? 'CANCELLED'}`)
          : t(`purifier.test.verdict.${result.verdict}`)}
      </b>
      {facts.length === 0 ? null : <small>{facts.join(' ')}</small>}
    </li>
  );
}
