import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { lineKey, linesOf } from '../model/line.ts';
import { alarmsQuery } from '../model/queries.ts';
import type { AlarmSearch, ChangeAlarmSearch } from '../model/search.ts';
import { AlarmLine } from './alarm-line.tsx';
import { alarmCount } from './alarm-table.tsx';
import styles from './list.module.css';

interface EndedAlarmsProps {
  search: AlarmSearch;
  onChange: ChangeAlarmSearch;
}

/** Below the alarms that need an action: those that have ended and are not cleared, folded. */
export function EndedAlarms({ search, onChange }: EndedAlarmsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { sort: _, size: __, ...conditions } = search;
  const isShown = search.state === undefined && search.group === undefined;
  const query = useQuery({ ...alarmsQuery('live', { ...conditions, state: 'ENDED', page: 1 }), enabled: isShown });
  const { data, error, refetch } = query;
  const count = alarmCount(data) ?? 0;
  if (!isShown) return null;
  if (error !== null && data === undefined) return <ErrorPanel error={error} onRetry={() => void refetch()} />;
  if (data === undefined || count === 0) return null;
  const lines = linesOf(data);
  return (
    <section className={styles.fold} aria-label={t('alarm.state.ENDED')}>
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon name={isOpen ? 'chevronUp' : 'chevronDown'} size={18} />
        {t('alarm.endedFold', { count })}
      </button>
      {isOpen ? (
        <>
          <ul>
            {lines.map((line) => (
              <li key={lineKey(line)}>
                <button type="button" onClick={() => onChange({ open: line.alarm.id }, { visit: true })}>
                  <AlarmLine line={line} />
                </button>
              </li>
            ))}
          </ul>
          <p>
            <Button onClick={() => onChange({ state: 'ENDED', page: undefined })}>{t('alarm.showEnded')}</Button>
          </p>
        </>
      ) : null}
    </section>
  );
}
