import { type AlarmAction, MAX_NOTE_LENGTH } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { ErrorCode } from '@airdeck/contract/error/code';
import { DAY_MS, HOUR_MS } from '@airdeck/domain/duration';
import { toLine } from '@airdeck/domain/field-rule';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { forgetAlarms } from '../../../lib/alarm/counts.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { ApiFailure } from '../../../lib/failure.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useUnsaved } from '../../../lib/session/unsaved.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import { FailureAlert } from '../../../ui/state/failure-alert.tsx';
import { useUndo } from '../../../ui/undo.tsx';
import { type Handling, handleOne, handleSeveral } from '../model/queries.ts';
import { alarmPlace, descriptionOf } from '../model/texts.ts';
import styles from './handling.module.css';

/** For how long an alarm can be shelved. */
const SHELVE_MS = { HOUR: HOUR_MS, HALF_DAY: 4 * HOUR_MS, DAY: DAY_MS, WEEK: 7 * DAY_MS } as const;
type ShelveTime = keyof typeof SHELVE_MS;
const SHELVE_TIMES = Object.keys(SHELVE_MS) as ShelveTime[];

type Failed = { id: number; code: ErrorCode }[];

interface HandlingDialogProps {
  action: AlarmAction;
  /** At least one; with one alone the version that was seen counts. */
  alarms: readonly Alarm[];
  /** Alarms that were chosen too and are left, because no more can be handled together. */
  left?: number;
  onClose: () => void;
  /** It was done, with all of them or some. */
  onDone: () => void;
}

const runFor = async (alarms: readonly Alarm[], handling: Handling): Promise<Failed> => {
  const [only, ...more] = alarms;
  if (only === undefined) return [];
  if (more.length > 0)
    return handleSeveral(
      alarms.map(({ id }) => id),
      handling,
    );
  await handleOne(only, handling);
  return [];
};

const isShelved = ({ shelved_until: until }: Alarm): boolean => until !== null && Date.parse(until) > Date.now();

/** @throws Error with the text if another user changed an alarm meanwhile. */
const unshelve = async (alarms: readonly Alarm[], refused: string): Promise<void> => {
  const failed = await handleSeveral(
    alarms.map(({ id }) => id),
    { action: 'UNSHELVE' },
  );
  if (failed.length > 0) throw new Error(refused);
};

/** Asks for a note and handles one alarm or several; lists the alarms that failed. */
export function HandlingDialog({ action, alarms, left = 0, onClose, onDone }: HandlingDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enqueueSnackbar } = useSnackbar();
  const offerUndo = useUndo();
  const [note, setNote] = useState('');
  const [time, setTime] = useState<ShelveTime>('HOUR');
  const [failed, setFailed] = useState<Failed>([]);
  const [only, ...more] = alarms;
  const isShelving = action === 'SHELVE';
  useUnsaved(note.trim() !== '' && failed.length === 0);
  const run = useMutation({
    mutationFn: () => {
      const until = isShelving ? { until: new Date(Date.now() + SHELVE_MS[time]).toISOString() } : {};
      return runFor(alarms, { action, ...(note.trim() && { note: note.trim() }), ...until });
    },
    onSuccess: (refused) => {
      setFailed(refused);
      if (refused.length > 0) return;
      const text = t('alarm.handling.done', { count: alarms.length });
      if (isShelving && !alarms.some(isShelved)) {
        offerUndo({ text, undo: () => unshelve(alarms, t('alarm.handling.changed')) });
      } else enqueueSnackbar(text, { variant: 'success' });
      onDone();
    },
    // Shows the change of the other user at once.
    onError: () => void forgetAlarms(queryClient),
  });
  const isOver = failed.length > 0;
  const actions = isOver ? (
    <Button variant="contained" onClick={onDone} autoFocus>
      {t('button.ok')}
    </Button>
  ) : (
    <>
      <CancelButton>{t('button.cancel')}</CancelButton>
      <Button
        variant="contained"
        loading={run.isPending}
        disabled={isShelving && note.trim() === ''}
        onClick={() => run.mutate()}
        // Unshelving has no text field to focus.
        autoFocus={action === 'UNSHELVE'}
      >
        {t(`alarm.action.${action}`)}
      </Button>
    </>
  );
  return (
    <Dialog open title={t(`alarm.handling.title.${action}`)} onClose={onClose} actions={actions} width="sm">
      <div className={styles.body}>
        {only === undefined || more.length > 0 ? (
          <p>
            <b>{t('alarm.handling.several', { count: alarms.length })}</b>
            {left === 0 ? null : <> {t('alarm.handling.left', { count: left })}</>}
          </p>
        ) : (
          <p className={styles.what}>
            <SeverityChip severity={only.severity} />
            <span>
              <b>{descriptionOf(only, language)}</b>
              <small>{alarmPlace(only)}</small>
            </span>
          </p>
        )}
        <p className={styles.hint}>{t(`alarm.handling.text.${action}`)}</p>
        <FailureAlert error={run.error} text={isEditedMeanwhile(run.error) ? t('alarm.handling.changed') : undefined} />
        {isOver ? (
          <Failures alarms={alarms} failed={failed} />
        ) : (
          <>
            {isShelving ? (
              <SegmentedControl
                label={t('alarm.handling.until')}
                value={time}
                options={SHELVE_TIMES.map((value) => ({ value, label: t(`alarm.handling.untilOf.${value}`) }))}
                onChange={setTime}
              />
            ) : null}
            {action === 'UNSHELVE' ? null : (
              <TextField
                label={isShelving ? t('alarm.handling.reason') : t('alarm.handling.note')}
                required={isShelving}
                helperText={isShelving ? undefined : t('alarm.handling.noteHint')}
                value={note}
                onChange={(event) => setNote(toLine(event.target.value))}
                multiline
                minRows={3}
                fullWidth
                autoFocus
                slotProps={{ htmlInput: { maxLength: MAX_NOTE_LENGTH } }}
              />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const isEditedMeanwhile = (error: Error | null): boolean =>
  error instanceof ApiFailure && error.code === 'EDITED_MEANWHILE';

/** The alarms that could not be handled, and why. */
function Failures({ alarms, failed }: { alarms: readonly Alarm[]; failed: Failed }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const byId = new Map(alarms.map((alarm) => [alarm.id, alarm]));
  const done = alarms.length - failed.length;
  return (
    <div role="alert">
      {done === 0 ? null : <p>{t('alarm.handling.done', { count: done })}</p>}
      <p>{t('alarm.handling.failed', { count: failed.length })}</p>
      <ul className={styles.failed}>
        {failed.map(({ id, code }) => {
          const alarm = byId.get(id);
          return (
            <li key={id}>
              <b>{alarm === undefined ? id : descriptionOf(alarm, language)}</b>
              {alarm === undefined ? null : <small>{alarmPlace(alarm)}</small>}
              <span>{t(`error.${code}`)}</span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
