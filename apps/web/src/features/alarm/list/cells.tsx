import type { Alarm } from '@airdeck/contract/alarm/schema';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../../lib/clock.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { alarmPlace, descriptionOf, timeText, triggerOf } from '../model/texts.ts';
import styles from './list.module.css';

/** An alarm of a list; `gone` when it has left the list while that was kept still. */
export type Row = Alarm & { gone?: boolean };

const NEW_MS = 120_000;

/** Whether it occurred within the last two minutes. */
const useIsNew = (occured: string): boolean =>
  useSyncExternalStore(everySecond, () => Date.now() - Date.parse(occured) < NEW_MS);

/** The alarm's description, its value, and its symptoms. */
export function DescriptionCell({ alarm, place }: { alarm: Row; place: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isNew = useIsNew(alarm.occured_time) && alarm.cleared_time === null;
  const value = triggerOf(alarm, t, language);
  return (
    <span className={styles.description} data-new={isNew || undefined} data-gone={alarm.gone}>
      <span>
        {descriptionOf(alarm, language)}
        {isNew ? <b className={styles.new}>{t('alarm.isNew')}</b> : null}
        {alarm.cause_id === null || alarm.cleared_time !== null ? null : <Tag>{t('alarm.symptom')}</Tag>}
        {alarm.symptom_count === 0 ? null : <Tag>{t('alarm.symptoms', { count: alarm.symptom_count })}</Tag>}
        {alarm.occurrences > 1 ? <Tag>{t('alarm.occurrence', { count: alarm.occurrences, ordinal: true })}</Tag> : null}
      </span>
      {place ? <small>{alarmPlace(alarm)}</small> : null}
      {value === '' && alarm.detail === null ? null : (
        <small>{[value, alarm.detail].filter(Boolean).join(' · ')}</small>
      )}
    </span>
  );
}

/** State of the handling: who did what, and when. */
export function StateCell({ alarm }: { alarm: Row }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (alarm.gone) return <span className={styles.state}>{t('alarm.gone')}</span>;
  return (
    <span className={styles.state}>
      <StateLine alarm={alarm} />
      {alarm.shelved_until === null || alarm.cleared_time !== null ? null : (
        <Who
          icon="pause"
          what={t('alarm.shelvedUntil', { time: timeText(alarm.shelved_until, language) })}
          login={alarm.shelved_login}
          note={alarm.shelved_note}
        />
      )}
      {alarm.acknowledged_time === null ? null : (
        <Who
          icon="check"
          what={t('alarm.acknowledged')}
          login={alarm.acknowledged_login}
          time={timeText(alarm.acknowledged_time, language)}
          note={alarm.acknowledged_note}
        />
      )}
      {alarm.cleared_time === null ? null : (
        <Who
          icon="check"
          what={t(clearedKey(alarm))}
          login={alarm.cleared_login}
          time={timeText(alarm.cleared_time, language)}
          note={alarm.cleared_note}
        />
      )}
    </span>
  );
}

/** Who, or what, ended the record of an alarm. */
const clearedKey = ({ cleared_login, occurrence_of }: Alarm) => {
  if (occurrence_of !== null) return 'alarm.cameBack';
  return cleared_login === null ? 'alarm.clearedItself' : 'alarm.cleared';
};

function StateLine({ alarm: { acknowledged_time, cleared_time, ended_time, shelved_until } }: { alarm: Alarm }) {
  const { t } = useTranslation();
  if (cleared_time !== null) return null;
  if (ended_time !== null) return <span className={styles.ended}>{t('alarm.ended')}</span>;
  return acknowledged_time === null && shelved_until === null ? (
    <span className={styles.waits}>{t('alarm.open')}</span>
  ) : null;
}

interface WhoProps {
  icon: 'check' | 'pause';
  what: string;
  login: string | null;
  time?: string;
  note: string | null;
}

function Who({ icon, what, login, time, note }: WhoProps) {
  return (
    <span className={styles.who}>
      <span title={time}>
        <Icon name={icon} size={14} /> {[what, login].filter(Boolean).join(' · ')}
      </span>
      {note === null ? null : <small title={note}>{note}</small>}
    </span>
  );
}
