import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SavedViews } from '../../../shared/saved-views/saved-views.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ScreenDeleted } from '../deletion/screen-deleted.tsx';
import { RemovalDialog } from '../form/removal-dialog.tsx';
import { ScreenImport } from '../import/screen-import.tsx';
import { hasWrongDays, itemQuery, pageQuery, sortOf } from '../model/api.ts';
import type { AnyItem, Definition, Permissions } from '../model/definition.ts';
import { PAGE_SIZES, useAdministrationSearch } from '../model/search.ts';
import { ScreenExport } from './screen-export.tsx';
import { narrowed, ScreenTools } from './screen-tools.tsx';
import { useColumns } from './use-columns.tsx';
import { usePermissions } from './use-permissions.ts';
import { useSelection } from './use-selection.tsx';

const VIEWS = ['list', 'graph'] as const;
const NO_ROWS: readonly AnyItem[] = [];

/** People's tables are stored under these names, where the screen's key is another. */
const STORED_NAME: Partial<Record<Definition['title'], string>> = {
  organizations: 'organization',
  sensorTypes: 'masterSensor',
  organizationErrors: 'organizationError',
};

const FormDialog = lazyWithPreload(async () => (await import('../form/form-dialog.tsx')).FormDialog);

interface ResourceScreenProps {
  /** Keep it stable: a constant of its module. */
  definition: Definition;
}

/** The one screen of administration: a list, and a form above it for the row that the address names. */
export function ResourceScreen({ definition }: ResourceScreenProps) {
  const { t } = useTranslation();
  const [search, change] = useAdministrationSearch();
  const may = usePermissions(definition);
  // The list does not wait for the form, and the form shall open at once.
  useEffect(FormDialog.preload, []);
  const columns = useColumns(definition);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery({
    ...pageQuery(definition, search),
    refetchInterval: definition.refreshMs ?? false,
  });
  const add = may.add ? (
    <Button
      variant="contained"
      startIcon={<Icon name="plus" size={18} />}
      onClick={() => change({ open: 'new' }, { visit: true })}
    >
      {t('admin.add')}
    </Button>
  ) : null;
  const [added, setAdded] = useState<AnyItem | null>(null);
  const selection = useSelection(definition, may);
  // The tools stay: with other conditions there may be an answer.
  const failed = error !== null && data === undefined;
  const isWrong = hasWrongDays(definition, search);
  const isNarrowed = narrowed(search);
  const opens = definition.routes.read !== undefined || definition.Detail !== undefined;
  const [looked, setLooked] = useState<AnyItem | null>(null);
  const open = (item: AnyItem) => {
    if (definition.Detail !== undefined) setLooked(item);
    else if (typeof item.id === 'number') change({ open: item.id }, { visit: true });
  };
  const close = () => change({ open: undefined });
  return (
    <Page>
      <PageHeader
        views={SavedViews}
        title={t(`menu.item.${definition.title}`)}
        actions={
          <>
            {definition.Graph === undefined ? null : (
              <SegmentedControl
                label={t('admin.view.label')}
                value={search.view ?? 'list'}
                options={VIEWS.map((value) => ({ value, label: t(`admin.view.${value}`) }))}
                onChange={(view) => change({ view: view === 'graph' ? view : undefined })}
              />
            )}
            <ScreenExport definition={definition} search={search} page={data} error={error} />
            {may.add ? <ScreenDeleted definition={definition} /> : null}
            {may.add ? <ScreenImport definition={definition} /> : null}
            {add}
          </>
        }
      />
      {definition.note === undefined ? null : <Alert severity="info">{t(`admin.note.${definition.note}`)}</Alert>}
      {definition.Graph === undefined || search.view !== 'graph' || isWrong ? null : (
        <definition.Graph days={{ from: search.from, to: search.to }} />
      )}
      {error === null || failed ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
      <DataTable
        name={`administration.${STORED_NAME[definition.title] ?? definition.title}`}
        label={t(`menu.item.${definition.title}`)}
        rows={failed || isWrong ? NO_ROWS : data?.content}
        columns={columns}
        rowId={({ id }) => id}
        {...(opens && { onRowOpen: open })}
        sort={sortOf(definition, search.sort)}
        onSortChange={(sort) => change({ sort, page: undefined })}
        updating={isPlaceholderData}
        selection={selection}
        hiddenAtFirst={definition.columns.filter(({ extra }) => extra).map(({ name }) => name)}
        tools={<ScreenTools definition={definition} search={search} onChange={change} />}
        empty={
          failed ? (
            <ErrorPanel error={error} onRetry={() => void refetch()} />
          ) : isWrong ? (
            <EmptyState text={t('common.wrongDays')} />
          ) : (
            <EmptyState
              text={isNarrowed ? t('admin.empty.noMatch') : t(`admin.empty.${definition.empty ?? 'none'}`)}
              action={isNarrowed ? null : add}
            />
          )
        }
        paging={{
          page: search.page ?? 1,
          size: search.size ?? PAGE_SIZES[0],
          sizes: PAGE_SIZES,
          total: failed ? null : (data?.totalElements ?? 0),
          onChange: ({ page, size }) =>
            change({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
        }}
      />
      {looked === null || definition.Detail === undefined ? null : (
        <definition.Detail item={looked} onClose={() => setLooked(null)} />
      )}
      {search.open === undefined || definition.routes.read === undefined ? null : (
        <OpenRow
          key={search.open}
          definition={definition}
          read={definition.routes.read}
          open={search.open}
          known={data?.content.find(({ id }) => id === search.open)}
          may={may}
          onAdded={setAdded}
          onClose={close}
        />
      )}
      {added === null || definition.Added === undefined ? null : (
        <definition.Added item={added} onClose={() => setAdded(null)} />
      )}
    </Page>
  );
}

interface OpenRowProps {
  definition: Definition;
  read: NonNullable<Definition['routes']['read']>;
  open: 'new' | number;
  /** The row as the list has it. */
  known: AnyItem | undefined;
  may: Permissions;
  onAdded: (item: AnyItem) => void;
  onClose: () => void;
}

/** The form of the row that the address names, as the server has it now. */
function OpenRow({ definition, read, open, known, may, onAdded, onClose }: OpenRowProps) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  const { data, error, refetch } = useQuery({
    ...itemQuery(read, open === 'new' ? 0 : open),
    enabled: open !== 'new',
    ...(known !== undefined && { initialData: known }),
    // A form does not change while a person fills it in; saving finds out whether another user was quicker.
    refetchOnWindowFocus: false,
  });
  if (open === 'new') {
    if (!may.add) return null;
    const shared = { definition, may, onAdded, onClose };
    return <FormDialog {...shared} item={null} onRemove={undefined} />;
  }
  if (data === undefined) {
    if (error === null) return null;
    return (
      <Dialog open title={t(`menu.item.${definition.title}`)} onClose={onClose} width="xs">
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      </Dialog>
    );
  }
  const lock = definition.lockedBy?.(data);
  const mayRemove = may.remove && lock === undefined && (definition.removable?.(data) ?? true);
  return (
    <>
      <FormDialog
        key={data.id}
        definition={definition}
        item={data}
        may={{ ...may, edit: may.edit && lock === undefined }}
        reason={lock === undefined ? undefined : t(`admin.locked.${lock}`)}
        onRemove={mayRemove ? () => setRemoving(true) : undefined}
        onAdded={onAdded}
        onClose={onClose}
      />
      {removing ? (
        <RemovalDialog definition={definition} item={data} onClose={() => setRemoving(false)} onRemoved={onClose} />
      ) : null}
    </>
  );
}
