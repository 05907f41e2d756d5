import type { Alarm } from '@airdeck/contract/alarm/schema';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { Duration } from '../../../ui/duration.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PanelFacts, PanelHead, SidePanel } from '../../../ui/panel/side-panel.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import { useUndo } from '../../../ui/undo.tsx';
import { useHandling, useMayHandle } from '../handling/use-handling.tsx';
import { StateCell } from '../list/cells.tsx';
import { alarmQuery, bringBackAlarm, removeAlarm } from '../model/queries.ts';
import { alarmPlace, descriptionOf, endOf, timeText, triggerOf } from '../model/texts.ts';
import styles from './panel.module.css';
import { SimilarAlarms, Symptoms } from './similar.tsx';
import { Timeline } from './timeline.tsx';

interface AlarmPanelProps {
  id: number;
  /** The alarm in the list. */
  known: Alarm | undefined;
  onOpen: (id: number) => void;
  onClose: () => void;
}

/** Panel of an alarm beside its list: readings before and after, handling, and earlier occurrences. */
export function AlarmPanel({ id, known, onOpen, onClose }: AlarmPanelProps) {
  const { t } = useTranslation();
  const { data = known, error, refetch } = useQuery(alarmQuery(id));
  return (
    <SidePanel
      label={t('alarm.panel.label')}
      query={{ data, error, refetch }}
      gone={t('alarm.panel.gone')}
      onClose={onClose}
    >
      {(alarm) => <Content alarm={alarm} onOpen={onOpen} onClose={onClose} />}
    </SidePanel>
  );
}

function Content({ alarm, onOpen, onClose }: { alarm: Alarm; onOpen: (id: number) => void; onClose: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const value = triggerOf(alarm, t, language);
  const { sensor_id, sensor_type, source, cause_id, occurrence_of } = alarm;
  const time = (instant: string | null) => (instant === null ? '–' : timeText(instant, language));
  return (
    <>
      <PanelHead
        mark={<SeverityChip severity={alarm.severity} />}
        title={descriptionOf(alarm, language)}
        place={alarmPlace(alarm)}
        links={
          alarm.meter_id === null ? undefined : (
            <Link to="/monitoring/sensor/{-$id}" params={{ id: String(alarm.meter_id) }} search={() => ({})}>
              {t('alarm.action.monitor')}
              <Icon name="arrowRight" size={16} />
            </Link>
          )
        }
      />
      <PanelActions alarm={alarm} onClose={onClose} />
      <PanelFacts>
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
      </PanelFacts>
      {cause_id === null ? null : <OpenOther onOpen={() => onOpen(cause_id)}>{t('alarm.panel.cause')}</OpenOther>}
      {occurrence_of === null ? null : (
        <OpenOther onOpen={() => onOpen(occurrence_of)}>{t('alarm.panel.latest')}</OpenOther>
      )}
      {alarm.symptom_count === 0 ? null : <Symptoms alarm={alarm} onOpen={onOpen} />}
      {sensor_id === null || sensor_type === null ? null : (
        <section>
          <h3>{t('alarm.panel.timeline')}</h3>
          <Timeline key={alarm.id} alarm={alarm} sensorId={sensor_id} type={sensor_type} />
        </section>
      )}
      <SimilarAlarms alarm={alarm} onOpen={onOpen} />
    </>
  );
}

function OpenOther({ onOpen, children }: { onOpen: () => void; children: string }) {
  return (
    <Button size="small" className={styles.other ?? ''} onClick={onOpen} endIcon={<Icon name="arrowRight" size={16} />}>
      {children}
    </Button>
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
  const offerUndo = useUndo();
  const remove = useMutation({
    mutationFn: () => removeAlarm(alarm),
    onSuccess: () => {
      onRemoved();
      offerUndo({ text: t('alarm.removal.done'), undo: () => bringBackAlarm(alarm) });
    },
  });
  return (
    <ConfirmDialog
      title={t('alarm.removal.title')}
      action={t('admin.remove')}
      destroys
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <p>
        <b>{descriptionOf(alarm, language)}</b> · {alarmPlace(alarm)}
      </p>
      <p>{t('alarm.removal.text')}</p>
    </ConfirmDialog>
  );
}
