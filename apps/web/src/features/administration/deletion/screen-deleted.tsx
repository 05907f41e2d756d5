import { type Deleted, type DeletedKind, getDeleted } from '@airdeck/contract/device/deleted';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { CancelButton, Dialog } from '../../../ui/dialog/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import type { Definition } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { RestoreDialog } from './restore-dialog.tsx';

/** Opens the list of the screen's deleted rows. */
export function ScreenDeleted({ definition: { deleted } }: { definition: Definition }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  if (deleted === undefined) return null;
  return (
    <>
      <Button variant="outlined" onClick={() => setOpen(true)} startIcon={<Icon name="trash" size={18} />}>
        {t('admin.deleted.button')}
      </Button>
      {open ? <DeletedDialog kind={deleted} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** Rows that were deleted in the last 30 days, each with a way to restore it. */
function DeletedDialog({ kind, onClose }: { kind: DeletedKind; onClose: () => void }) {
  const { t } = useTranslation();
  const [restoring, setRestoring] = useState<Deleted | null>(null);
  const { data, error, refetch } = useQuery({ ...routeQuery(getDeleted, { params: { kind } }), staleTime: 0 });
  return (
    <Dialog
      open
      title={t('admin.deleted.title')}
      onClose={onClose}
      actions={<CancelButton>{t('button.close')}</CancelButton>}
      width="md"
    >
      <p>{t('admin.deleted.text')}</p>
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <p>{t('common.loading')}</p> : null}
      {data?.rows.length === 0 ? <p>{t('admin.deleted.none')}</p> : null}
      {data === undefined || data.rows.length === 0 ? null : (
        <Rows rows={data.rows} hasCode={kind === 'meter'} onRestore={setRestoring} />
      )}
      {restoring === null ? null : (
        <RestoreDialog
          kind={kind}
          row={restoring}
          onClose={() => setRestoring(null)}
          onRestored={() => void refetch()}
        />
      )}
    </Dialog>
  );
}

interface RowsProps {
  rows: readonly Deleted[];
  hasCode: boolean;
  onRestore: (row: Deleted) => void;
}

function Rows({ rows, hasCode, onRestore }: RowsProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  return (
    <PlainTable
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { label: texts.field('name'), cell: ({ name }) => name },
        ...(hasCode ? [{ label: texts.field('code'), cell: ({ code }: Deleted) => code }] : []),
        { label: t('admin.deleted.place'), cell: ({ places }) => places.join(' › ') },
        { label: texts.field('deleted_time'), cell: ({ deleted_time }) => texts.time(deleted_time) },
        {
          label: t('admin.deleted.restore'),
          isUnlabeled: true,
          cell: (row) =>
            row.orphaned ? (
              t('admin.deleted.orphaned')
            ) : (
              <Button size="small" onClick={() => onRestore(row)}>
                {t('admin.deleted.restore')}
              </Button>
            ),
        },
      ]}
    />
  );
}
