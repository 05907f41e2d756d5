import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { viewerToday } from '../../../lib/format/date.ts';
import { useAddress } from '../../../lib/url/search-fields.ts';
import { ExportDialog } from '../../../shared/export/export-dialog.tsx';
import { MAX_SHEET_LENGTH } from '../../../shared/export/file-name.ts';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { commandsQuery, exportHistory, firstDayOf, hasWrongDays } from '../model/queries.ts';
import { type CommandSearch, commandSearch } from '../model/search.ts';
import { useCommandsLive } from '../model/use-control-live.ts';
import { CommandGraph } from './command-graph.tsx';
import { CommandTable } from './command-table.tsx';

const VIEWS = ['list', 'graph'] as const;

/** Commands with their sender and result, as a list or a graph. */
export function ControlHistoryScreen() {
  const { t } = useTranslation();
  const [search, change] = useAddress(commandSearch);
  const query = useQuery(commandsQuery(search));
  useCommandsLive();
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={t('menu.item.controlHistory')}
        actions={
          <>
            <SegmentedControl
              label={t('admin.view.label')}
              value={search.view ?? 'list'}
              options={VIEWS.map((value) => ({ value, label: t(`admin.view.${value}`) }))}
              onChange={(view) => change({ view: view === 'graph' ? view : undefined })}
            />
            <HistoryExport search={search} total={query.data?.totalElements} error={query.error} />
          </>
        }
      />
      {search.view === 'graph' && !hasWrongDays(search) ? <CommandGraph search={search} onChange={change} /> : null}
      <CommandTable query={query} search={search} onChange={change} />
    </Page>
  );
}

interface HistoryExportProps {
  search: CommandSearch;
  total: number | undefined;
  error: Error | null;
}

/** Downloads all pages of the list as a file. */
function HistoryExport({ search, total, error }: HistoryExportProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const name = t('menu.item.controlHistory');
  const days = [firstDayOf(search), search.endTime ?? viewerToday()].filter((day) => day !== undefined);
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} startIcon={<Icon name="download" size={18} />}>
        {t('common.export.button')}
      </Button>
      {open ? (
        <ExportDialog
          file={(options, signal) => exportHistory(search, options, signal)}
          total={total}
          error={error}
          name={[name, ...days].join(' ')}
          sheet={name.slice(0, MAX_SHEET_LENGTH)}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
