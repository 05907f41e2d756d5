import { type AlarmAction, MAX_COUNTED_ALARMS } from '@airdeck/contract/alarm/routes';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAlarmCounts } from '../../../lib/alarm/counts.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import { useCalmRows } from '../../../ui/table/use-calm-rows.ts';
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

/** Alarms that nobody has cleared, as they come and go. */
export function LiveErrorScreen() {
  const { t } = useTranslation();
  const [search, change] = useAlarmSearch();
  const query = useQuery(alarmsQuery('live', search));
  // What it says reaches the cache by the shell, which hears of all alarms.
  useLive(ALARMS, ignore);
  const [hovered, setHovered] = useState(false);
  const { selection, dialog } = useBulk();
  const { open: _, ...question } = search;
  const { data, isPlaceholderData } = query;
  const held = hovered || selection.chosen.size > 0;
  const { rows, waiting, release } = useCalmRows(
    data?.content,
    isPlaceholderData ? null : JSON.stringify(question),
    held,
  );
  const may = useMayHandle();
  return (
    <Page>
      <PageHeader
        hasViews
        title={t('menu.item.liveError')}
        actions={
          <>
            <SoundSwitch />
            <AlarmExport list="live" search={search} page={data} error={query.error} title="liveError" />
          </>
        }
      />
      <Earlier total={data?.totalElements} />
      <AlarmTable
        list="live"
        query={query}
        rows={rows}
        search={search}
        onChange={change}
        selection={may.handle ? selection : undefined}
        onHover={setHovered}
        empty={isNarrowed(search) || search.state !== undefined ? t('alarm.noMatch') : t('alarm.empty')}
        note={
          waiting === 0 ? null : (
            <div className={styles.waiting} role="status">
              {t('alarm.waiting', { count: waiting })}
              <Button size="small" onClick={release}>
                {t('alarm.showWaiting')}
              </Button>
              <small>{t('alarm.calm')}</small>
            </div>
          )
        }
      />
      {dialog}
    </Page>
  );
}

/** The chosen alarms, and what can be done with them at once. */
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

/** Says that there are older alarms than the list begins with, unless it is narrowed otherwise. */
function Earlier({ total }: { total: number | undefined }) {
  const { t } = useTranslation();
  const [search, change] = useAlarmSearch();
  const open = useAlarmCounts()?.open;
  const isWhole = search.startTime === 'any' || search.endTime !== undefined || search.state !== undefined;
  // Of more than are counted nobody knows how many are earlier.
  if (total === undefined || total >= MAX_COUNTED_ALARMS) return null;
  if (open === undefined || isWhole || isNarrowed(search) || open <= total) return null;
  return (
    <div className={styles.earlier}>
      {t('alarm.earlier', { count: open - total })}
      <Button size="small" onClick={() => change({ startTime: 'any', page: undefined })}>
        {t('alarm.showEarlier')}
      </Button>
    </div>
  );
}
