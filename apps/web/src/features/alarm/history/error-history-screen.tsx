import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { AlarmTable } from '../list/alarm-table.tsx';
import { AlarmExport } from '../list/export.tsx';
import { linesOf } from '../model/line.ts';
import { alarmsQuery, hasWrongDays } from '../model/queries.ts';
import { isNarrowed, useAlarmSearch } from '../model/search.ts';
import { HistoryGraph } from './history-graph.tsx';

const VIEWS = ['list', 'graph'] as const;

/** Alarms of all times, as a list or as a graph. */
export function ErrorHistoryScreen() {
  const { t } = useTranslation();
  const [search, change] = useAlarmSearch();
  const query = useQuery(alarmsQuery('history', search));
  const { data } = query;
  const rows = useMemo(() => data && linesOf(data), [data]);
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={t('menu.item.errorHistory')}
        actions={
          <>
            <SegmentedControl
              label={t('admin.view.label')}
              value={search.view ?? 'list'}
              options={VIEWS.map((value) => ({ value, label: t(`admin.view.${value}`) }))}
              onChange={(view) => change({ view: view === 'graph' ? view : undefined })}
            />
            <Button component={Link} to="/current/error/quality" size="small">
              {t('alarm.quality.title')}
            </Button>
            <AlarmExport list="history" search={search} page={query.data} error={query.error} title="errorHistory" />
          </>
        }
      />
      {search.view === 'graph' && !hasWrongDays('history', search) ? (
        <HistoryGraph search={search} onChange={change} />
      ) : null}
      <AlarmTable
        list="history"
        query={query}
        rows={rows}
        search={search}
        onChange={change}
        empty={isNarrowed(search) || search.state !== undefined ? t('alarm.noMatch') : t('alarm.noHistory')}
      />
    </Page>
  );
}
