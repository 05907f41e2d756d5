import { localDay } from '@airdeck/domain/calendar';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { EmptyState } from '../../../ui/state/empty-state.tsx';
import type { Asked } from '../api/asked.ts';
import { newestQuery } from '../api/newest-query.ts';
import { moved } from '../period/range.ts';
import { usePeriodText } from '../period/use-period-text.ts';
import type { History } from '../screens/use-history.ts';
import { usePlaceText } from '../screens/use-place-text.ts';
import styles from './list.module.css';

/** Nothing was measured: where and when, why that may be, and where to look instead. */
export function EmptyRows({ history, asked }: { history: History; asked: Asked }) {
  const { t } = useTranslation();
  const place = usePlaceText(history);
  const period = usePeriodText(asked.range);
  const { kind, covered, search, change, today } = history;
  const back = moved(search, -1, today);
  const [meter] = covered;
  return (
    <EmptyState
      icon="history"
      text={t(kind === 'purifier' ? 'history.empty.purifier' : 'history.empty.text', { place, period })}
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

/** When the meter last measured, unless that is in the period anyway. */
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
