import { type AlarmAction, MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlarmCounts } from '../../../lib/alarm/counts.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import { pageEnds, useFrozenRows } from '../../../ui/table/use-frozen-rows.ts';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { useMayHandle } from '../handling/use-handling.tsx';
import { type Line, linesOf } from '../model/line.ts';
import { alarmsQuery } from '../model/queries.ts';
import { type AlarmSearch, isPart, useAlarmSearch } from '../model/search.ts';
import { descriptionOf, shortPlace } from '../model/texts.ts';
import { SoundSwitch } from '../shell/sound.tsx';
import { AlarmTable, alarmCount } from './alarm-table.tsx';
import { EndedAlarms } from './ended-alarms.tsx';
import { AlarmExport } from './export.tsx';
import styles from './list.module.css';
import { useLineHandling } from './use-line-handling.ts';

const ALARMS = { view: 'alarms', id: undefined } as const;
const ignore = () => undefined;
const NOTHING: ReadonlyMap<string, Line> = new Map();
const BULK: readonly AlarmAction[] = ['ACKNOWLEDGE', 'SHELVE', 'CLEAR'];

/** Alarms that are not cleared, live. */
export function LiveErrorScreen() {
  const { t } = useTranslation();
  const [search, change] = useAlarmSearch();
  const query = useQuery(alarmsQuery('live', search));
  // The shell, which receives all alarms, updates the cache.
  useLive(ALARMS, ignore);
  const { selection, acknowledge, dialog } = useBulk(search);
  const { open: _, ...question } = search;
  const { data, isPlaceholderData } = query;
  const heads = useMemo(() => data && linesOf(data), [data]);
  const frozen = useFrozenRows<Line>(heads, isPlaceholderData ? null : JSON.stringify(question), {
    held: selection.chosen.size > 0,
    ...pageEnds(search, data?.totalElements ?? 0),
  });
  const may = useMayHandle();
  const page = data && { totalElements: alarmCount(data) ?? 0 };
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={t('menu.item.liveError')}
        small
        actions={
          <>
            <SoundSwitch />
            <AlarmExport list="live" search={search} page={page} error={query.error} title="liveError" />
          </>
        }
      />
      <AlarmTable
        list="live"
        query={query}
        rows={frozen.rows}
        frozen={frozen}
        search={search}
        onChange={change}
        selection={may.handle ? selection : undefined}
        onAcknowledge={may.handle ? acknowledge : undefined}
        note={<Earlier total={page?.totalElements} held={frozen.isHeld} />}
        below={<EndedAlarms search={search} onChange={change} />}
        empty={isPart(search) || search.state !== undefined ? t('alarm.noMatch') : t('alarm.empty')}
      />
      {dialog}
    </Page>
  );
}

/** The selected rows with their bulk actions, and a way to acknowledge one. */
function useBulk(search: AlarmSearch) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [chosen, setChosen] = useState(NOTHING);
  const { begin, isPending, dialog } = useLineHandling(search, () => setChosen(NOTHING));
  const actions = BULK.map((action) => (
    <Button
      key={action}
      variant="outlined"
      size="small"
      disabled={isPending}
      onClick={() => begin(action, [...chosen.values()])}
    >
      {t(`alarm.action.${action}`)}
    </Button>
  ));
  const nameOf = (line: Line) => [descriptionOf(line.alarm, language), shortPlace(line, t)].join(' · ');
  const selection: TableSelection<Line> = { chosen, onChange: setChosen, nameOf, actions };
  return { selection, dialog, acknowledge: (line: Line) => begin('ACKNOWLEDGE', [line]) };
}

/** Number of alarms before the first day of the list; 0 with other filters. */
function useEarlier(total: number | undefined): number {
  const [search] = useAlarmSearch();
  const open = useAlarmCounts()?.open;
  const isWhole = search.startTime === 'any' || search.endTime !== undefined || search.state !== undefined;
  // Beyond the limit of the count, the number of earlier ones is unknown.
  if (total === undefined || total >= MAX_COUNTED_ALARMS) return 0;
  return open === undefined || isWhole || isPart(search) ? 0 : Math.max(0, open - total);
}

/** Hint that there are alarms before the first day of the list. It stays as it is while the list is frozen. */
function Earlier({ total, held }: { total: number | undefined; held: boolean }) {
  const { t } = useTranslation();
  const [, change] = useAlarmSearch();
  const phone = useMediaQuery(PHONE);
  const now = useEarlier(total);
  const [kept, setKept] = useState(now);
  if (!held && kept !== now) setKept(now);
  const count = held ? kept : now;
  if (count === 0) return null;
  return (
    <div className={styles.earlier}>
      {phone ? null : t('alarm.earlier', { count })}
      <Button size="small" onClick={() => change({ startTime: 'any', page: undefined })}>
        {phone ? t('alarm.showEarlierCount', { count }) : t('alarm.showEarlier')}
      </Button>
    </div>
  );
}
