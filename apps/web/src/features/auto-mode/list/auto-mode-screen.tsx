import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import type { LiveEvent } from '@airdeck/contract/live/event';
import { AUTO_STATES } from '@airdeck/domain/control/auto-mode';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLive } from '../../../lib/live/use-live.ts';
import { PAGE_SIZES } from '../../../lib/url/search-fields.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Card } from '../../../ui/card/card.tsx';
import { FilterBar, SearchFilter } from '../../../ui/form/filter-fields.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { PanelSplit, useRoomBeside } from '../../../ui/panel/side-panel.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { TableColumn } from '../../../ui/table/table-column.ts';
import type { TableSelection } from '../../../ui/table/table-selection.tsx';
import { WorkModeChip } from '../../../ui/work-mode-chip.tsx';
import { SyncDialog } from '../editor/sync-part.tsx';
import { autoModesQuery, forgetAutoModes } from '../model/queries.ts';
import {
  type AutoModeSearch,
  type ChangeAutoModeSearch,
  isNarrowed,
  PLACE_FILTERS,
  useAutoModeSearch,
} from '../model/search.ts';
import { LevelCell, NameCell, StateChip, SyncCell, ThresholdsCell } from './cells.tsx';

/** Its code is loaded with the first opened row. */
const EditorPanel = lazyWithPreload(async () => (await import('../editor/editor-panel.tsx')).EditorPanel);

/** Every stream carries what becomes of commands. */
const SOURCE = { view: 'alarms', id: undefined } as const;
const CONCERNS: readonly LiveEvent['type'][] = ['hello', 'commands', 'site'];
/** Sorted by place, the order of the server. */
const ORDER: readonly string[] = [];
const NONE: ReadonlyMap<string, AutoMode> = new Map();

/** Purifiers with their auto mode; beside the list the purifier of the address. */
export function AutoModeScreen() {
  const { t } = useTranslation();
  const [search, change] = useAutoModeSearch();
  useEffect(EditorPanel.preload, []);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(autoModesQuery(search));
  useLive(SOURCE, (events) => {
    if (events.some(({ type }) => CONCERNS.includes(type))) void forgetAutoModes();
  });
  const beside = useRoomBeside() && search.open !== undefined;
  const columns = useColumns(beside);
  const { selection, dialog } = useBulk();
  const header = (
    <>
      <PageHeader views={SavedViews} title={t('menu.item.autoModeAir')} />
      <Alert severity="info">
        {t('autoMode.rule')} {t('autoMode.ruleOff')}
      </Alert>
    </>
  );
  if (error !== null && data === undefined) {
    return (
      <Page>
        {header}
        <Card>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </Card>
      </Page>
    );
  }
  return (
    <Page>
      {header}
      {error === null ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      <PanelSplit open={search.open !== undefined} width={480}>
        <DataTable
          name="auto-mode"
          label={t('menu.item.autoModeAir')}
          rows={data?.content}
          columns={columns}
          rowId={({ id }) => id}
          onRowOpen={({ id }) => change({ open: id }, { visit: search.open === undefined })}
          sort={search.sort ?? ORDER}
          onSortChange={(sort) => change({ sort, page: undefined })}
          updating={isPlaceholderData}
          selection={selection}
          tools={<Tools search={search} onChange={change} />}
          empty={<EmptyState text={t(isNarrowed(search) ? 'autoMode.noMatch' : 'autoMode.empty')} />}
          paging={{
            page: search.page ?? 1,
            size: search.size ?? PAGE_SIZES[0],
            sizes: PAGE_SIZES,
            total: data?.totalElements ?? 0,
            onChange: ({ page, size }) =>
              change({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
          }}
        />
        {search.open === undefined ? null : (
          <EditorPanel
            key={search.open}
            id={search.open}
            known={data?.content.find(({ id }) => id === search.open)}
            onClose={() => change({ open: undefined })}
          />
        )}
      </PanelSplit>
      {dialog}
    </Page>
  );
}

function useColumns(beside: boolean): readonly TableColumn<AutoMode>[] {
  const { t } = useTranslation();
  return useMemo(() => {
    const all: TableColumn<AutoMode>[] = [
      {
        id: 'name',
        header: t('autoMode.column.name'),
        value: ({ name }) => name,
        cell: (mode) => <NameCell mode={mode} />,
        primary: true,
      },
      {
        id: 'state',
        header: t('autoMode.state.label'),
        value: () => null,
        cell: (mode) => <StateChip mode={mode} />,
        sortable: false,
      },
      {
        id: 'level',
        header: t('autoMode.column.level'),
        value: () => null,
        cell: (mode) => <LevelCell mode={mode} />,
        sortable: false,
      },
      {
        id: 'work_mode',
        header: t('autoMode.column.reported'),
        value: () => null,
        cell: ({ work_mode }) => <WorkModeChip mode={work_mode} />,
      },
      {
        id: 'thresholds',
        header: t('autoMode.column.thresholds'),
        value: () => null,
        cell: (mode) => <ThresholdsCell mode={mode} />,
        sortable: false,
      },
      {
        id: 'sync',
        header: t('autoMode.column.sync'),
        value: () => null,
        cell: (mode) => <SyncCell mode={mode} />,
        sortable: false,
      },
    ];
    return beside ? all.filter(({ id }) => ['name', 'state', 'level'].includes(id)) : all;
  }, [t, beside]);
}

/** The selected purifiers with their bulk actions. */
function useBulk() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(NONE);
  const [syncing, setSyncing] = useState(false);
  const selection: TableSelection<AutoMode> = {
    chosen,
    onChange: setChosen,
    nameOf: ({ name, meter_name }) => `${meter_name} · ${name}`,
    actions: (
      <Button variant="outlined" size="small" onClick={() => setSyncing(true)}>
        {t('autoMode.sync.button')}
      </Button>
    ),
  };
  const dialog = syncing ? (
    <SyncDialog
      ids={[...chosen.values()].map(({ id }) => id)}
      onClose={() => setSyncing(false)}
      onDone={() => setChosen(NONE)}
    />
  ) : null;
  return { selection, dialog };
}

function Tools({ search, onChange }: { search: AutoModeSearch; onChange: ChangeAutoModeSearch }) {
  const { t } = useTranslation();
  // Remounts the field when its text is cleared from outside.
  const [cleared, setCleared] = useState(0);
  const set = (part: Partial<AutoModeSearch>) => onChange({ ...part, page: undefined });
  const clear = () => {
    setCleared(cleared + 1);
    set({
      ...{ search: undefined, autoState: undefined },
      ...Object.fromEntries(PLACE_FILTERS.map((name) => [name, undefined])),
    });
  };
  return (
    <FilterBar>
      <SegmentedControl
        label={t('autoMode.state.label')}
        value={search.autoState ?? 'ALL'}
        options={(['ALL', ...AUTO_STATES] as const).map((value) => ({ value, label: t(`autoMode.state.${value}`) }))}
        onChange={(state) => set({ autoState: state === 'ALL' ? undefined : state })}
      />
      <SearchFilter
        key={cleared}
        hint={t('control.list.searchHint')}
        value={search.search}
        onChange={(text) => set({ search: text })}
      />
      {isNarrowed(search) ? <Button onClick={clear}>{t('autoMode.clear')}</Button> : null}
    </FilterBar>
  );
}
