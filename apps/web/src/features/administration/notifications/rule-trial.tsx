import { previewNotification, testNotification } from '@airdeck/contract/notification/routes';
import type {
  NotificationDraft,
  NotificationRule,
  PastNotifications,
  TestResult,
} from '@airdeck/contract/notification/schema';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { showFieldErrors } from '../../../ui/form/use-contract-form.ts';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import type { PanelProps } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './notifications.module.css';
import { sendErrorText } from './send-error.ts';

/** A trial of the rule in the form, before it is saved: a test to its receivers, and the notifications that it would have sent. */
export function RuleTrial({ form, item, disabled }: PanelProps<NotificationRule>) {
  const { t } = useTranslation();
  const draft = (): NotificationDraft => {
    const { version: _, ...values } = form.getValues();
    const organizationId = item?.organization_id ?? values.organization_id;
    return { ...values, organization_id: organizationId, id: item?.id ?? null } as NotificationDraft;
  };
  const onError = (failure: Error) => showFieldErrors(form, failure);
  const test = useMutation<TestResult, Error>({
    mutationFn: () => call(testNotification, { body: draft() }),
    onError,
  });
  const preview = useMutation<PastNotifications, Error>({
    mutationFn: () => call(previewNotification, { body: draft() }),
    onError,
  });
  /** Only what could be saved is tried out. */
  const tried = (run: () => void) => async () => {
    if (await form.trigger(undefined, { shouldFocus: true })) run();
  };
  if (disabled) return null;
  const failure = test.error ?? preview.error;
  return (
    <div className={styles.trial}>
      <div className={styles.buttons}>
        <Button variant="outlined" loading={preview.isPending} onClick={tried(() => preview.mutate())}>
          {t('admin.notification.preview')}
        </Button>
        <Button variant="outlined" loading={test.isPending} onClick={tried(() => test.mutate())}>
          {t('admin.notification.test')}
        </Button>
      </div>
      <FailureAlert error={failure} />
      {test.data === undefined ? null : <TestAnswer {...test.data} />}
      {preview.data === undefined ? null : <Past {...preview.data} />}
    </div>
  );
}

function TestAnswer({ results }: TestResult) {
  const { t } = useTranslation();
  return (
    <ul className={styles.results}>
      {results.map(({ receiver, error }) => (
        <li key={receiver}>
          <Alert severity={error === null ? 'success' : 'error'}>
            {receiver}: {error === null ? t('admin.notification.sent') : sendErrorText(t, error)}
          </Alert>
        </li>
      ))}
    </ul>
  );
}

function Past({ total, quiet, alarms }: PastNotifications) {
  const { t } = useTranslation();
  const texts = useTexts();
  if (total === 0) return <Alert severity="info">{t('admin.notification.nothing')}</Alert>;
  return (
    <section className={styles.past} aria-live="polite">
      <p>
        {t('admin.notification.would', { count: total })}{' '}
        {quiet === 0 ? null : t('admin.notification.quiet', { count: quiet })}
      </p>
      <ul>
        {alarms.map(({ id, time, due_time, code, severity, description, description_en, meter_name }) => (
          <li key={id}>
            <time dateTime={time}>{texts.time(time)}</time>
            <span>
              {texts.choice('severity', severity)} · {code}{' '}
              {(texts.language === 'en' ? description_en : null) ?? description}
              {meter_name === null ? null : ` · ${meter_name}`}
              {due_time === time ? null : (
                <small>{t('admin.notification.later', { time: texts.time(due_time) })}</small>
              )}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
