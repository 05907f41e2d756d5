import type { Alarm } from '@airdeck/contract/alarm/schema';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Instruction } from '../../../shared/instruction/instruction.tsx';
import { instructionQuery } from '../../../shared/instruction/queries.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { Duration } from '../../../ui/duration.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PanelFacts, PanelHead, SidePanel } from '../../../ui/panel/side-panel.tsx';
import { SeverityChip } from '../../../ui/severity/severity.tsx';
import { ShareMenu } from '../../../ui/share-menu.tsx';
import { useUndo } from '../../../ui/undo.tsx';
import { useHandling, useMayHandle } from '../handling/use-handling.tsx';
import { StateCell } from '../list/cells.tsx';
import { isHeld } from '../model/line.ts';
import { alarmQuery, bringBackAlarm, removeAlarm } from '../model/queries.ts';
import { alarmPlace, descriptionOf, endOf, timeText } from '../model/texts.ts';
import { Evidence } from './evidence.tsx';
import { Now } from './now.tsx';
import styles from './panel.module.css';
import { ReportPhoto } from './report-photo.tsx';
import { SameHere } from './same-here.tsx';
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
  const instruction = useQuery(instructionQuery(alarm.id));
  const { sensor_id, sensor_type, cause_id, occurrence_of } = alarm;
  const time = (instant: string | null) => (instant === null ? '–' : timeText(instant, language));
  return (
    <>
      <PanelHead
        mark={<SeverityChip severity={alarm.severity} />}
        title={descriptionOf(alarm, language)}
        place={alarmPlace(alarm)}
        links={
          <>
            {alarm.meter_id === null ? null : (
              <Link to="/monitoring/sensor/{-$id}" params={{ id: String(alarm.meter_id) }} search={() => ({})}>
                {t('alarm.action.monitor')}
                <Icon name="arrowRight" size={16} />
              </Link>
            )}
            <ShareMenu
              title={`${descriptionOf(alarm, language)} · ${alarmPlace(alarm)}`}
              url={() => `${window.location.origin}/current/error/liveerror?startTime=any&open=${alarm.id}`}
            />
          </>
        }
      />
      <PanelActions alarm={alarm} onClose={onClose} />
      {alarm.has_photo ? <ReportPhoto alarm={alarm} /> : null}
      <Meaning alarm={alarm} />
      <Instruction instruction={instruction.data} />
      <Now alarm={alarm} />
      {sensor_id === null || sensor_type === null ? null : (
        <section>
          <h3>{t('alarm.panel.timeline')}</h3>
          <Timeline key={alarm.id} alarm={alarm} sensorId={sensor_id} type={sensor_type} />
        </section>
      )}
      <PanelFacts>
        <dt>{t('alarm.field.state')}</dt>
        <dd>
          <StateCell alarm={alarm} />
        </dd>
        <dt>{t('admin.field.occured_time')}</dt>
        <dd className="num">
          {time(alarm.occured_time)}
          {alarm.occurrences > 1 ? ` · ${t('alarm.occurrence', { count: alarm.occurrences, ordinal: true })}` : ''}
        </dd>
        <dt>{t('alarm.field.duration')}</dt>
        <dd>
          <Duration since={alarm.occured_time} until={endOf(alarm)} />
        </dd>
        {alarm.ended_time === null ? null : (
          <>
            <dt>{t('admin.field.ended_time')}</dt>
            <dd className="num">{time(alarm.ended_time)}</dd>
          </>
        )}
        <dt>{t('admin.field.code')}</dt>
        <dd>
          {alarm.code} · {t(`admin.choice.category.${alarm.category}`)}
        </dd>
        {alarm.reported_login === null ? null : (
          <>
            <dt>{t('alarm.field.reporter')}</dt>
            <dd>{alarm.reported_login}</dd>
          </>
        )}
      </PanelFacts>
      <Evidence alarm={alarm} />
      {cause_id === null ? null : <OpenOther onOpen={() => onOpen(cause_id)}>{t('alarm.panel.cause')}</OpenOther>}
      {occurrence_of === null ? null : (
        <OpenOther onOpen={() => onOpen(occurrence_of)}>{t('alarm.panel.latest')}</OpenOther>
      )}
      {alarm.symptom_count === 0 ? null : <Symptoms alarm={alarm} onOpen={onOpen} />}
      <SameHere alarm={alarm} onOpen={onOpen} />
      <SimilarAlarms alarm={alarm} onOpen={onOpen} />
    </>
  );
}

/** The meaning of an alarm's source. */
function Meaning({ alarm: { source } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('alarm.panel.meaning')}>
      <h3>{t('alarm.panel.meaning')}</h3>
      <p>{t(`alarm.panel.meaningOf.${source}`)}</p>
    </section>
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
          {isHeld(alarm) ? null : (
            <Button variant="outlined" onClick={() => begin(shelved_until === null ? 'SHELVE' : 'UNSHELVE', [alarm])}>
              {t(`alarm.action.${shelved_until === null ? 'SHELVE' : 'UNSHELVE'}`)}
            </Button>
          )}
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
