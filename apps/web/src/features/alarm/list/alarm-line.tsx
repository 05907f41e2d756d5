import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPE_INFO, type SensorType } from '@airdeck/domain/sensor-type';
import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { formatReading } from '../../../lib/format/number.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { Duration } from '../../../ui/duration.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SeverityMark } from '../../../ui/severity/severity.tsx';
import type { RowLines } from '../../../ui/table/table-lines.tsx';
import { type Line, needsAcknowledging } from '../model/line.ts';
import { descriptionOf, endOf, shortPlace } from '../model/texts.ts';
import { Comma, useIsNewAlarm } from './cells.tsx';
import { Expander } from './expander.tsx';
import styles from './line.module.css';
import { severityOf } from './use-columns.tsx';

const readingOf = ({ value }: Alarm, type: SensorType, language: Language): string =>
  value === null ? '' : `${formatReading(type, value, language)} ${SENSOR_TYPE_INFO[type].unit}`.trim();

/** An alarm in two lines of text: how severe, what, where, since when. */
export function AlarmLine({ line }: { line: Line }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { alarm, group, under } = line;
  const severity = severityOf(line);
  const isNew = useIsNewAlarm(alarm);
  const { sensor_type: type, occurrences } = alarm;
  // There is no room for both beside the description.
  const value = group === null && type !== null && !isNew ? readingOf(alarm, type, language) : '';
  const description = descriptionOf(alarm, language);
  const place = line.gone ? t('alarm.gone') : shortPlace(line, t);
  const isAgain = group === null && occurrences > 1;
  const marks = { 'data-new': isNew || undefined, 'data-gone': line.gone, 'data-under': under !== null || undefined };
  return (
    <span className={styles.line} {...marks}>
      <span className={styles.mark} data-severity={severity}>
        <SeverityMark severity={severity} size={20} />
        <span className="sr">{t(`admin.choice.severity.${severity}`)}</span>
        <Comma />
      </span>
      <span className={styles.texts}>
        <span className={styles.what}>
          <b title={description}>{description}</b>
          {isNew ? (
            <>
              <Comma />
              <i className={styles.new}>{t('alarm.isNew')}</i>
            </>
          ) : null}
          {value === '' ? null : (
            <>
              <Comma />
              <small className="num">{value}</small>
            </>
          )}
        </span>
        <Comma />
        <span className={styles.where}>
          <span title={place}>{place}</span>
          <Comma />
          <span>
            {isAgain ? `${t('alarm.again', { count: occurrences, ordinal: true })} · ` : null}
            <Duration since={group?.first_time ?? alarm.occured_time} until={endOf(alarm)} />
          </span>
        </span>
      </span>
    </span>
  );
}

interface AlarmLinesOptions {
  onToggle: (line: Line) => void;
  /** undefined for those who may not. */
  onAcknowledge: ((line: Line) => void) | undefined;
}

/** The rows of a phone: a swipe acknowledges, and so does the button at the end. */
export function useAlarmLines({ onToggle, onAcknowledge }: AlarmLinesOptions): RowLines<Line> {
  const { t } = useTranslation();
  const label = t('alarm.action.ACKNOWLEDGE');
  const acknowledge = (line: Line) =>
    onAcknowledge !== undefined && needsAcknowledging(line) ? () => onAcknowledge(line) : undefined;
  return {
    content: (line) => <AlarmLine line={line} />,
    end: (line) => {
      const onClick = acknowledge(line);
      return (
        <>
          <Expander line={line} onToggle={onToggle} />
          {onClick === undefined ? null : (
            <IconButton
              aria-label={`${label}: ${shortPlace(line, t)}`}
              className={styles.button ?? ''}
              onClick={onClick}
            >
              <Icon name="check" size={20} />
            </IconButton>
          )}
        </>
      );
    },
    swipe: (line) => {
      const onSwipe = acknowledge(line);
      return onSwipe === undefined ? undefined : { label, icon: 'check', onSwipe };
    },
  };
}
