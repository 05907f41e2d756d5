import type { Alarm } from '@airdeck/contract/alarm/schema';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Duration } from '../../../ui/duration.tsx';
import { useMayHandle } from '../handling/use-handling.tsx';
import { useLineHandling } from '../list/use-line-handling.ts';
import { type Line, needsAcknowledging, stateOf } from '../model/line.ts';
import { groupQuery } from '../model/queries.ts';
import { devicePlace, endOf } from '../model/texts.ts';
import styles from './panel.module.css';

/** How many are named. */
const MAX_NAMED = 12;

interface SameHereProps {
  alarm: Alarm;
  onOpen: (id: number) => void;
}

/** The group of an alarm: the same at other devices of the department, to be acknowledged together. */
export function SameHere({ alarm, onOpen }: SameHereProps) {
  const { t } = useTranslation();
  const may = useMayHandle();
  const { data } = useQuery({ ...groupQuery(alarm, MAX_NAMED), enabled: alarm.cleared_time === null });
  const { begin, isPending, dialog } = useLineHandling({ startTime: 'any', state: stateOf(alarm) });
  if (data === undefined || data.totalElements < 2) return dialog;
  const count = data.totalElements;
  const group = { key: alarm.id, count, severity: alarm.severity, first_time: alarm.occured_time };
  const line: Line = { id: alarm.id, alarm, group, under: null, isOpen: false };
  return (
    <section>
      <h3>{t('alarm.panel.group', { count })}</h3>
      <ul className={styles.similar}>
        {data.content.map((each) => (
          <li key={each.id}>
            <button type="button" onClick={() => onOpen(each.id)} aria-current={each.id === alarm.id || undefined}>
              <span>{devicePlace(each)}</span>
              <Duration since={each.occured_time} until={endOf(each)} />
            </button>
          </li>
        ))}
      </ul>
      {count > data.content.length ? (
        <p className={styles.quiet}>{t('alarm.panel.groupMore', { count: count - data.content.length })}</p>
      ) : null}
      {may.handle && needsAcknowledging(line) ? (
        <Button variant="outlined" disabled={isPending} onClick={() => begin('ACKNOWLEDGE', [line])}>
          {t('alarm.panel.groupAll', { count })}
        </Button>
      ) : null}
      {dialog}
    </section>
  );
}
