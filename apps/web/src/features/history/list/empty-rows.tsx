import { localDay } from '@airdeck/domain/calendar';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { EmptyState } from '../../../ui/state/state-panels.tsx';
import { newestQuery } from '../api/meters.ts';
import { neighbouringRange } from '../model/day-range.ts';
import type { HistoryRequest } from '../model/history-request.ts';
import { useDayRangeText, useSubjectText } from '../model/request-text.ts';
import type { History } from '../model/use-history.ts';
import styles from './list.module.css';

/** Explains an empty list or graph, and offers days with readings instead. */
export function EmptyRows({ history, request }: { history: History; request: HistoryRequest }) {
  const { t } = useTranslation();
  const subject = useSubjectText(history);
  const period = useDayRangeText(request.range);
  const { kind, covered, search, change, today } = history;
  const back = neighbouringRange(search, -1, today);
  const [meter] = covered;
  return (
    <EmptyState
      icon="history"
      text={t(kind === 'purifier' ? 'history.empty.purifier' : 'history.empty.text', { place: subject, period })}
      action={
        <div className={styles.newest}>
          {kind !== 'purifier' && meter !== undefined && covered.length === 1 ? (
            <Newest meter={meter.id} zone={meter.time_zone} history={history} />
          ) : null}
          {back === null ? null : (
            <Button variant="outlined" onClick={() => change(back)}>
              {t('history.empty.back')}
            </Button>
          )}
        </div>
      }
    />
  );
}

/** The day of the meter's newest reading, unless the range has it. */
function Newest({ meter, zone, history }: { meter: number; zone: string; history: History }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: newest } = useQuery(newestQuery(meter));
  if (newest === undefined || newest === null) return null;
  const day = localDay(Date.parse(newest), zone);
  if (day >= history.range.from && day <= history.range.to) return null;
  return (
    <>
      <p>{t('history.empty.newest', { time: formatDate(newest, 'minute', { language, timeZone: zone }) })}</p>
      <Button variant="contained" onClick={() => history.change({ period: 'free', from: day, to: day })}>
        {t('history.empty.go')}
      </Button>
    </>
  );
}
