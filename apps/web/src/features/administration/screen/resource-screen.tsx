import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '../../../ui/card/card.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Page, PageHeader } from '../../../ui/page/page.tsx';
import { OldData } from '../../../ui/state/old-data.tsx';
import { EmptyState, ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FormDialog } from '../form/form-dialog.tsx';
import { RemovalDialog } from '../form/removal-dialog.tsx';
import { ScreenImport } from '../import/screen-import.tsx';
import { itemQuery, pageQuery, sortOf } from '../model/api.ts';
import type { Definition, Item } from '../model/definition.ts';
import { PAGE_SIZES, useAdministrationSearch } from '../model/search.ts';
import { ScreenExport } from './screen-export.tsx';
import { ScreenTools } from './screen-tools.tsx';
import { useColumns } from './use-columns.tsx';
import { usePermissions } from './use-permissions.ts';

interface ResourceScreenProps {
  /** Keep it stable: a constant of its module. */
  definition: Definition;
}

/** The one screen of administration: a list, and a form above it for the row that the address names. */
export function ResourceScreen({ definition }: ResourceScreenProps) {
  const { t } = useTranslation();
  const [search, change] = useAdministrationSearch();
  const may = usePermissions(definition);
  const columns = useColumns(definition);
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(pageQuery(definition, search));
  const add = may.add ? (
    <Button
      variant="contained"
      startIcon={<Icon name="plus" size={18} />}
      onClick={() => change({ open: 'new' }, { visit: true })}
    >
      {t('admin.add')}
    </Button>
  ) : null;
  const isNarrowed = search.search !== undefined || search.filter !== undefined;
  const close = () => change({ open: undefined });
  return (
    <Page>
      <PageHeader
        title={t(`menu.item.${definition.title}`)}
        actions={
          <>
            <ScreenExport definition={definition} search={search} page={data} error={error} />
            {may.add ? <ScreenImport definition={definition} /> : null}
            {add}
          </>
        }
      />
      {definition.note === undefined ? null : <Alert severity="info">{t(`admin.note.${definition.note}`)}</Alert>}
      {error !== null && data === undefined ? (
        <Card>
          <ErrorPanel error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <>
          {error === null ? null : <OldData since={dataUpdatedAt} onRetry={() => void refetch()} />}
          <DataTable
            name={`administration.${definition.title}`}
            label={t(`menu.item.${definition.title}`)}
            rows={data?.content}
            columns={columns}
            rowId={({ id }) => id}
            onRowOpen={({ id }) => change({ open: id }, { visit: true })}
            sort={sortOf(definition, search.sort)}
            onSortChange={(sort) => change({ sort, page: undefined })}
            updating={isPlaceholderData}
            hiddenAtFirst={definition.columns.filter(({ extra }) => extra).map(({ name }) => name)}
            tools={<ScreenTools definition={definition} search={search} onChange={change} />}
            empty={
              <EmptyState
                text={isNarrowed ? t('admin.empty.noMatch') : t('admin.empty.none')}
                action={isNarrowed ? null : add}
              />
            }
            paging={{
              page: search.page ?? 1,
              size: search.size ?? PAGE_SIZES[0],
              sizes: PAGE_SIZES,
              total: data?.totalElements ?? 0,
              onChange: ({ page, size }) =>
                change({ page: page === 1 ? undefined : page, size: PAGE_SIZES.find((each) => each === size) }),
            }}
          />
        </>
      )}
      {search.open === undefined ? null : (
        <OpenRow
          key={search.open}
          definition={definition}
          open={search.open}
          known={data?.content.find(({ id }) => id === search.open)}
          may={may}
          onClose={close}
        />
      )}
    </Page>
  );
}

interface OpenRowProps {
  definition: Definition;
  open: 'new' | number;
  /** The row as the list has it. */
  known: Item | undefined;
  may: ReturnType<typeof usePermissions>;
  onClose: () => void;
}

/** The form of the row that the address names, as the server has it now. */
function OpenRow({ definition, open, known, may, onClose }: OpenRowProps) {
  const { t } = useTranslation();
  const [removing, setRemoving] = useState(false);
  const { data, error } = useQuery({
    ...itemQuery(definition.routes.read, open === 'new' ? 0 : open),
    enabled: open !== 'new',
    ...(known !== undefined && { initialData: known }),
    // A form does not change below the fingers of who fills it in; saving finds out whether somebody was quicker.
    refetchOnWindowFocus: false,
  });
  if (open === 'new') {
    if (!may.add) return null;
    return <FormDialog definition={definition} item={null} mayWrite onRemove={undefined} onClose={onClose} />;
  }
  if (data === undefined) {
    if (error === null) return null;
    return (
      <Dialog open title={t(`menu.item.${definition.title}`)} onClose={onClose} width="xs">
        <ErrorPanel error={error} />
      </Dialog>
    );
  }
  return (
    <>
      <FormDialog
        key={data.id}
        definition={definition}
        item={data}
        mayWrite={may.edit}
        onRemove={may.remove ? () => setRemoving(true) : undefined}
        onClose={onClose}
      />
      {removing ? (
        <RemovalDialog definition={definition} item={data} onClose={() => setRemoving(false)} onRemoved={onClose} />
      ) : null}
    </>
  );
}
