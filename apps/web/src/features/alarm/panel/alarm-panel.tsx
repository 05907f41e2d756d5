import type { Alarm } from '@airdeck/contract/alarm/schema';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { CardSkeletons } from '../../../ui/card/card.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { useHandling, useMayHandle } from '../handling/use-handling.tsx';
import { StateCell } from '../list/cells.tsx';
import { Duration } from '../list/duration.tsx';
import { alarmQuery, removeAlarm } from '../model/queries.ts';
import { descriptionOf, endOf, placeOf, timeText, triggerOf } from '../model/texts.ts';
import { Course } from './course.tsx';
import styles from './panel.module.css';
import { SimilarAlarms, Symptoms } from './similar.tsx';

/** Narrower than this there is no room beside a list. */
export const BESIDE = '(min-width: 1100px)';

interface AlarmPanelProps {
  id: number;
  /** As the list has it. */
  known: Alarm | undefined;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** One alarm, beside its list: what was measured around it, who did what, and what helped before. */
export function AlarmPanel({ id, known, onOpen, onClose }: AlarmPanelProps) {
  const { t } = useTranslation();
  const beside = useMediaQuery(BESIDE);
  const { data = known, error, refetch } = useQuery(alarmQuery(id));
  const content =
    data !== undefined ? (
      <Content alarm={data} onOpen={onOpen} onClose={onClose} />
    ) : error === null ? (
      <CardSkeletons count={1} />
    ) : error.code === 'RESOURCE_NOT_FOUND' ? (
      <EmptyState text={t('alarm.panel.gone')} />
    ) : (
      <ErrorPanel error={error} onRetry={() => void refetch()} />
    );
  if (!beside) {
    return (
      <Dialog open title={t('alarm.panel.label')} onClose={onClose} width="sm">
        {content}
      </Dialog>
    );
  }
  return (
    <aside className={styles.panel} aria-label={t('alarm.panel.label')}>
      <IconButton className={styles.close} aria-label={t('alarm.panel.close')} onClick={onClose}>
        <Icon name="close" />
      </IconButton>
      {content}
    </aside>
  );
}

function Content({ alarm, onOpen, onClose }: { alarm: Alarm; onOpen: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const value = triggerOf(alarm, t, language);
  const { sensor_id, sensor_type, source, cause_id } = alarm;
  const time = (instant: string | null) => (instant === null ? '–' : timeText(instant, language));
  return (
    <div className={styles.content}>
      <header className={styles.head}>
        <SeverityChip severity={alarm.severity} />
        <h2>{descriptionOf(alarm, language)}</h2>
        <p>{placeOf(alarm)}</p>
        {alarm.meter_id === null ? null : (
          <Link
            to="/monitoring/sensor/{-$id}"
            params={{ id: String(alarm.meter_id) }}
            search={() => ({})}
            className={styles.link}
          >
            {t('alarm.action.monitor')}
            <Icon name="arrowRight" size={16} />
          </Link>
        )}
      </header>
      <PanelActions alarm={alarm} onClose={onClose} />
      <dl className={styles.facts}>
        <dt>{t('alarm.field.state')}</dt>
        <dd>
          <StateCell alarm={alarm} />
        </dd>
        {value === '' ? null : (
          <>
            <dt>{t('admin.field.value')}</dt>
            <dd className="num">{value}</dd>
          </>
        )}
        <dt>{t('admin.field.occured_time')}</dt>
        <dd className="num">{time(alarm.occured_time)}</dd>
        <dt>{t('alarm.field.duration')}</dt>
        <dd>
          <Duration since={alarm.since_time} until={endOf(alarm)} />
        </dd>
        {alarm.ended_time === null ? null : (
          <>
            <dt>{t('admin.field.ended_time')}</dt>
            <dd className="num">{time(alarm.ended_time)}</dd>
          </>
        )}
        <dt>{t('admin.field.code')}</dt>
        <dd>
          {alarm.code} · {t(`admin.choice.category.${alarm.category}`)} · {t(`admin.choice.source.${source}`)}
        </dd>
        {alarm.detail === null ? null : (
          <>
            <dt>{t('admin.field.detail')}</dt>
            <dd>{alarm.detail}</dd>
          </>
        )}
      </dl>
      {cause_id === null ? null : (
        <Button
          size="small"
          sx={{ alignSelf: 'flex-start' }}
          onClick={() => onOpen(cause_id)}
          endIcon={<Icon name="arrowRight" size={16} />}
        >
          {t('alarm.panel.cause')}
        </Button>
      )}
      {alarm.symptom_count === 0 ? null : <Symptoms alarm={alarm} onOpen={onOpen} />}
      {sensor_id === null || sensor_type === null ? null : (
        <section>
          <h3>{t('alarm.panel.course')}</h3>
          <Course key={alarm.id} alarm={alarm} sensorId={sensor_id} type={sensor_type} />
        </section>
      )}
      <SimilarAlarms alarm={alarm} onOpen={onOpen} />
    </div>
  );
}

function PanelActions({ alarm, onClose }: { alarm: Alarm; onClose: () => void }) {
  const { t } = useTranslation();
  const may = useMayHandle();
  const { begin, dialog } = useHandling();
  const [removing, setRemoving] = useState(false);
  const { cleared_time, shelved_until, acknowledged_time } = alarm;
  const isOpen = cleared_time === null;
  return (
    <div className={styles.actions}>
      {isOpen && may.handle ? (
        <>
          <Button
            variant={acknowledged_time === null ? 'contained' : 'outlined'}
            onClick={() => begin('ACKNOWLEDGE', [alarm])}
          >
            {t('alarm.action.ACKNOWLEDGE')}
          </Button>
          <Button variant="outlined" onClick={() => begin('CLEAR', [alarm])}>
            {t('alarm.action.CLEAR')}
          </Button>
          <Button variant="outlined" onClick={() => begin(shelved_until === null ? 'SHELVE' : 'UNSHELVE', [alarm])}>
            {t(`alarm.action.${shelved_until === null ? 'SHELVE' : 'UNSHELVE'}`)}
          </Button>
        </>
      ) : null}
      {isOpen && may.remove ? (
        <IconButton aria-label={t('alarm.action.remove')} onClick={() => setRemoving(true)}>
          <Icon name="trash" size={18} />
        </IconButton>
      ) : null}
      {dialog}
      {removing ? <Removal alarm={alarm} onClose={() => setRemoving(false)} onRemoved={onClose} /> : null}
    </div>
  );
}

interface RemovalProps {
  alarm: Alarm;
  onClose: () => void;
  onRemoved: () => void;
}

function Removal({ alarm, onClose, onRemoved }: RemovalProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { enqueueSnackbar } = useSnackbar();
  const remove = useMutation({
    mutationFn: () => removeAlarm(alarm),
    onSuccess: () => {
      onRemoved();
      enqueueSnackbar(t('alarm.removal.done'), { variant: 'success' });
    },
  });
  const actions = (
    <>
      <Button onClick={onClose} autoFocus>
        {t('button.cancel')}
      </Button>
      <Button color="error" variant="contained" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('admin.remove')}
      </Button>
    </>
  );
  return (
    <Dialog open title={t('alarm.removal.title')} onClose={onClose} actions={actions} width="xs" alert>
      <p>
        <b>{descriptionOf(alarm, language)}</b> · {placeOf(alarm)}
      </p>
      <p>{t('alarm.removal.text')}</p>
      {remove.isError ? <p role="alert">{remove.error.message}</p> : null}
    </Dialog>
  );
}
