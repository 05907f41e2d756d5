import { type Deleted, type DeletedKind, restoreDeleted } from '@airdeck/contract/device/deleted';
import TextField from '@mui/material/TextField';
import { useMutation } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../lib/api/call.ts';
import { ApiFailure } from '../../../lib/failure.ts';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import { invalidateAll } from '../model/api.ts';
import { useTexts } from '../model/use-texts.ts';

interface RestoreDialogProps {
  kind: DeletedKind;
  row: Deleted;
  onClose: () => void;
  onRestored: () => void;
}

type Name = 'name' | 'code';
const NAMES: readonly Name[] = ['name', 'code'];

/** Asks before a restoration. A name or code that was taken meanwhile is asked for. */
export function RestoreDialog({ kind, row, onClose, onRestored }: RestoreDialogProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { enqueueSnackbar } = useSnackbar();
  const [names, setNames] = useState<Partial<Record<Name, string>>>({});
  const restore = useMutation({
    mutationFn: async () => {
      const answer = await call(restoreDeleted, { params: { kind, id: row.id }, body: names });
      await invalidateAll();
      return answer;
    },
    onSuccess: ({ left }) => {
      const name = names.name ?? row.name;
      enqueueSnackbar(left === 0 ? t('admin.restored', { name }) : t('admin.deleted.left', { name, count: left }));
      onRestored();
      onClose();
    },
    onError: (failure) => {
      if (!(failure instanceof ApiFailure)) return;
      const wrong = NAMES.filter((each) => failure.errors[each] !== undefined);
      setNames((now) => ({ ...Object.fromEntries(wrong.map((each) => [each, row[each] ?? ''])), ...now }));
    },
  });
  const errors = restore.error instanceof ApiFailure ? restore.error.errors : {};
  return (
    <ConfirmDialog
      title={t('admin.deleted.restoreTitle')}
      action={t('admin.deleted.restore')}
      isPending={restore.isPending}
      error={restore.error}
      onConfirm={() => restore.mutate()}
      onClose={onClose}
    >
      <p>{t(`admin.deleted.question.${kind}`, { name: row.name })}</p>
      {NAMES.filter((each) => names[each] !== undefined).map((each) => (
        <TextField
          key={each}
          fullWidth
          size="small"
          margin="normal"
          label={texts.field(each)}
          value={names[each]}
          error={errors[each] !== undefined}
          onChange={(event) => setNames({ ...names, [each]: event.target.value })}
          slotProps={{ htmlInput: { autoComplete: 'off' } }}
        />
      ))}
    </ConfirmDialog>
  );
}
