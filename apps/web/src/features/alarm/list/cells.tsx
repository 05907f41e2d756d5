import type { Alarm } from '@airdeck/contract/alarm/schema';
import { Fragment, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { everySecond } from '../../../lib/clock.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Icon } from '../../../ui/icon.tsx';
import { Tag } from '../../../ui/tag.tsx';
import { isHeld, type Line, stateOf } from '../model/line.ts';
import {
  alarmPlace,
  descriptionOf,
  devicePlace,
  groupPlace,
  groupSubjects,
  timeText,
  triggerOf,
} from '../model/texts.ts';
import styles from './list.module.css';

const NEW_MS = 120_000;

/** Whether it occurred within the last two minutes. */
const useIsNew = (occured: string): boolean =>
  useSyncExternalStore(everySecond, () => Date.now() - Date.parse(occured) < NEW_MS);

/** Between parts of a name that stand apart on screen. */
export const Comma = () => <span className="sr">, </span>;

/** Beside the description: whether it is new, has symptoms, is one, or came again. */
export function AlarmTags({ alarm, isNew }: { alarm: Alarm; isNew: boolean }) {
  const { t } = useTranslation();
  const { cause_id, cleared_time, symptom_count, occurrences, window_id } = alarm;
  const texts = [
    cause_id === null || cleared_time !== null ? null : t('alarm.symptom'),
    symptom_count === 0 ? null : t('alarm.symptoms', { count: symptom_count }),
    window_id === null || isHeld(alarm) ? null : t('alarm.inMaintenance'),
    occurrences === 1 ? null : t('alarm.occurrence', { count: occurrences, ordinal: true }),
  ].filter((text) => text !== null);
  return (
    <>
      {isNew ? (
        <>
          <Comma />
          <b className={styles.new}>{t('alarm.isNew')}</b>
        </>
      ) : null}
      {texts.map((text) => (
        <Fragment key={text}>
          <Comma />
          <Tag>{text}</Tag>
        </Fragment>
      ))}
    </>
  );
}

export const useIsNewAlarm = ({ occured_time, cleared_time }: Alarm): boolean =>
  useIsNew(occured_time) && cleared_time === null;

/** The alarm's description, its value, and its symptoms. */
export function DescriptionCell({ line, place }: { line: Line; place: boolean }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { alarm, group, under } = line;
  const isNew = useIsNewAlarm(alarm);
  const value = triggerOf(alarm, t, language);
  const details = [value, alarm.detail].filter(Boolean).join(' · ');
  const marks = { 'data-new': isNew || undefined, 'data-gone': line.gone, 'data-under': under !== null || undefined };
  return (
    <span className={styles.description} {...marks}>
      <span>
        {descriptionOf(alarm, language)}
        <AlarmTags alarm={group === null ? alarm : { ...alarm, symptom_count: 0, occurrences: 1 }} isNew={isNew} />
      </span>
      {group === null ? (
        <Details place={place ? placeOf(line) : ''} details={details} />
      ) : (
        <GroupDetails line={line} place={place} />
      )}
    </span>
  );
}

/** Below a group the place is that of the group, but for the device. */
const placeOf = ({ alarm, under }: Line): string => (under === null ? alarmPlace(alarm) : devicePlace(alarm));

function Details({ place, details }: { place: string; details: string }) {
  return (
    <>
      {[place, details].filter(Boolean).map((text) => (
        <Fragment key={text}>
          <Comma />
          <small>{text}</small>
        </Fragment>
      ))}
    </>
  );
}

/** Where a group is; of what it consists where no column says so. */
function GroupDetails({ line: { alarm, group }, place }: { line: Line; place: boolean }) {
  const { t } = useTranslation();
  const subjects = place ? groupSubjects(alarm, group?.count ?? 1, t) : '';
  return (
    <>
      <Comma />
      <small>{[groupPlace(alarm), subjects].filter(Boolean).join('\u00a0· ')}</small>
    </>
  );
}

/** State of the handling: who did what, and when. */
export function StateCell({ alarm, gone = false }: { alarm: Alarm; gone?: boolean | undefined }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (gone) return <span className={styles.state}>{t('alarm.gone')}</span>;
  return (
    <span className={styles.state}>
      <StateLine alarm={alarm} />
      {alarm.shelved_until === null || alarm.cleared_time !== null ? null : (
        <Who
          icon="pause"
          what={t(isHeld(alarm) ? 'alarm.heldUntil' : 'alarm.shelvedUntil', {
            time: timeText(alarm.shelved_until, language),
          })}
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

/** How far people are with the alarms of a group; each alarm below names who handled it. */
export function GroupState({ alarm, gone = false }: Line) {
  const { t } = useTranslation();
  const state = stateOf(alarm);
  if (gone || state === 'PENDING' || state === 'ENDED') return <StateCell alarm={alarm} gone={gone} />;
  return <span className={styles.state}>{t(`alarm.state.${state}`)}</span>;
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
