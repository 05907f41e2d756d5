import { type AlarmAction, MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import type { Alarm } from '@airdeck/contract/alarm/schema';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlarmCounts } from '../../../lib/alarm/counts.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import { pageEnds, useFrozenRows } from '../../../ui/table/use-frozen-rows.ts';
import { useHandling, useMayHandle } from '../handling/use-handling.tsx';
import { alarmsQuery } from '../model/queries.ts';
import { isNarrowed, useAlarmSearch } from '../model/search.ts';
import { SoundSwitch } from '../shell/sound.tsx';
import { AlarmTable } from './alarm-table.tsx';
import type { Row } from './cells.tsx';
import { AlarmExport } from './export.tsx';
import styles from './list.module.css';

const ALARMS = { view: 'alarms', id: undefined } as const;
const ignore = () => undefined;
const NOTHING: ReadonlyMap<string, Row> = new Map();
const BULK: readonly AlarmAction[] = ['ACKNOWLEDGE', 'SHELVE', 'CLEAR'];

/** Alarms that are not cleared, live. */
export function LiveErrorScreen() {
  const { t } = useTranslation();
  const [search, change] = useAlarmSearch();
  const query = useQuery(alarmsQuery('live', search));
  // The shell, which receives all alarms, updates the cache.
  useLive(ALARMS, ignore);
  const { selection, dialog } = useBulk();
  const { open: _, ...question } = search;
  const { data, isPlaceholderData } = query;
  const frozen = useFrozenRows<Alarm>(data?.content, isPlaceholderData ? null : JSON.stringify(question), {
    held: selection.chosen.size > 0,
    ...pageEnds(search, data?.totalElements ?? 0),
  });
  const may = useMayHandle();
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={t('menu.item.liveError')}
        actions={
          <>
            <SoundSwitch />
            <AlarmExport list="live" search={search} page={data} error={query.error} title="liveError" />
          </>
        }
      />
      <Earlier total={data?.totalElements} held={frozen.isHeld} />
      <AlarmTable
        list="live"
        query={query}
        rows={frozen.rows}
        frozen={frozen}
        search={search}
        onChange={change}
        selection={may.handle ? selection : undefined}
        empty={isNarrowed(search) || search.state !== undefined ? t('alarm.noMatch') : t('alarm.empty')}
      />
      {dialog}
    </Page>
  );
}

/** The selected alarms with their bulk actions. */
function useBulk() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(NOTHING);
  const { begin, dialog } = useHandling(() => setChosen(NOTHING));
  const actions = BULK.map((action) => (
    <Button key={action} variant="outlined" size="small" onClick={() => begin(action, [...chosen.values()])}>
      {t(`alarm.action.${action}`)}
    </Button>
  ));
  const nameOf = ({ description, meter_name }: Row) => [description, meter_name].filter(Boolean).join(' · ');
  const selection: TableSelection<Row> = { chosen, onChange: setChosen, nameOf, actions };
  return { selection, dialog };
}

/** Number of alarms before the first day of the list; 0 with other filters. */
function useEarlier(total: number | undefined): number {
  const [search] = useAlarmSearch();
  const open = useAlarmCounts()?.open;
  const isWhole = search.startTime === 'any' || search.endTime !== undefined || search.state !== undefined;
  // Beyond the limit of the count, the number of earlier ones is unknown.
  if (total === undefined || total >= MAX_COUNTED_ALARMS) return 0;
  return open === undefined || isWhole || isNarrowed(search) ? 0 : Math.max(0, open - total);
}

/** Hint that there are alarms before the first day of the list. It stays as it is while the list is frozen. */
function Earlier({ total, held }: { total: number | undefined; held: boolean }) {
  const { t } = useTranslation();
  const [, change] = useAlarmSearch();
  const now = useEarlier(total);
  const [kept, setKept] = useState(now);
  if (!held && kept !== now) setKept(now);
  const count = held ? kept : now;
  if (count === 0) return null;
  return (
    <div className={styles.earlier}>
      {t('alarm.earlier', { count })}
      <Button size="small" onClick={() => change({ startTime: 'any', page: undefined })}>
        {t('alarm.showEarlier')}
      </Button>
    </div>
  );
}
