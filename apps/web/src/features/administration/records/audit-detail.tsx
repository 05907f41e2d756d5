import { ACCESSES, type AuditRecord } from '@airdeck/contract/record/schema';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import table from '../../../ui/form/conflict-panel.module.css';
import styles from '../form/form.module.css';
import type { FieldKey } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';

type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;

/** Fields that mean nothing to people: ids, and values that change automatically. */
const SILENT = new Set(['id', 'version', 'created_time', 'updated_time']);

/** Changed fields, in the order of the row. */
export const changesOf = (before: unknown, after: unknown): { field: string; before: unknown; after: unknown }[] => {
  const [old, now] = [isRow(before) ? before : {}, isRow(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((field) => !SILENT.has(field) && !(field.endsWith('_id') || field.endsWith('_count')))
    .map((field) => ({ field, before: old[field] ?? null, after: now[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
};

const isAccess = (action: unknown): boolean => ACCESSES.some((one) => one === action);

/** The fields of a change before and after; of a view, the seen ones. */
export function AuditDetail({ item, onClose }: { item: AuditRecord; onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const texts = useTexts();
  const changes = changesOf(item.before, item.after);
  const labelOf = (field: string) => (i18n.exists(`admin.field.${field}`) ? texts.field(field as FieldKey) : field);
  const textOf = (field: string, value: unknown): string => {
    if (value === null || value === '') return '–';
    const word = `admin.choice.${field}.${String(value)}`;
    if (i18n.exists(word)) return t(word as 'admin.choice.use.Y');
    return typeof value === 'object' ? JSON.stringify(value) : String(value);
  };
  const isLook = isAccess(item.action);
  const what = texts.choice('entity', item.entity);
  return (
    <Dialog open title={`${what} · ${texts.choice('action', item.action)}`} onClose={onClose}>
      <p className={styles.stamps}>
        {[texts.time(item.time), item.user_login ?? t('admin.audit.command'), item.ip, item.organization_name]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <table className={table.table}>
        <thead>
          <tr>
            <th>{t('admin.conflict.field')}</th>
            {isLook ? null : <th>{t('admin.audit.before')}</th>}
            <th>{t(isLook ? 'admin.audit.seen' : 'admin.audit.after')}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{labelOf(field)}</th>
              {isLook ? null : <td>{textOf(field, before)}</td>}
              <td>{textOf(field, after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length === 0 ? <p>{t('admin.audit.nothing')}</p> : null}
    </Dialog>
  );
}
