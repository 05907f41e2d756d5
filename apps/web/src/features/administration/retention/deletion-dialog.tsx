import type { Deletion } from '@airdeck/contract/retention/schema';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '../../../lib/format/bytes.ts';
import { formatDay } from '../../../lib/format/read-day.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { ChangeList } from '../../../ui/dialog/change-dialog.tsx';
import { ConfirmDialog } from '../../../ui/dialog/dialog.tsx';
import type { Change } from '../../../ui/form/changes.ts';
import table from '../../../ui/form/conflict-panel.module.css';
import styles from './retention.module.css';

interface DeletionDialogProps {
  changes: readonly Change[];
  deletion: Deletion;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** The data that a shorter retention will delete for good. */
export function DeletionDialog({ changes, deletion, isPending, onClose, onConfirm }: DeletionDialogProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const number = new Intl.NumberFormat(language);
  const isNothing = deletion.layers.every(({ rows }) => rows === 0);
  const bytes = deletion.layers.map((each) => each.bytes);
  const total = bytes.reduce<number | null>((sum, each) => (sum === null || each === null ? null : sum + each), 0);
  return (
    <ConfirmDialog
      title={t('admin.retention.deletes')}
      action={isNothing ? t('button.change') : t('admin.retention.confirm')}
      destroys={!isNothing}
      isPending={isPending}
      width="sm"
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <ChangeList changes={changes} />
      <table className={table.table}>
        <thead>
          <tr>
            <th>{t('admin.retention.what')}</th>
            <th>{t('admin.retention.before')}</th>
            <th>{t('admin.retention.rows')}</th>
            <th>{t('admin.retention.disk')}</th>
          </tr>
        </thead>
        <tbody>
          {deletion.layers.map(({ layer, kept_from, rows, bytes: size }) => (
            <tr key={layer}>
              <th scope="row">{t(`admin.retention.layer.${layer}`)}</th>
              <td>{formatDay(kept_from, language)}</td>
              <td>{rows === null ? t('admin.retention.unknown') : number.format(rows)}</td>
              <td>{size === null ? t('admin.retention.unknown') : formatBytes(size, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={styles.after}>
        {isNothing ? t('admin.retention.nothing') : null}
        {isNothing || total === null ? null : t('admin.retention.frees', { size: formatBytes(total, language) })}{' '}
        {t('admin.retention.gone')} {deletion.is_exact ? null : t('admin.retention.sampled')}
      </p>
    </ConfirmDialog>
  );
}
