import type { RowChange } from '@airdeck/contract/row-change';
import type { Entity } from '@airdeck/domain/policy/policies';
import { useTranslation } from 'react-i18next';
import { FieldList } from '../records/field-list.tsx';
import styles from './changed-rows.module.css';

interface ChangedRowsProps {
  entity: Entity;
  /** The first of them. */
  changes: readonly RowChange[];
  total: number;
}

/** Rows that will change, with their fields before and after. */
export function ChangedRows({ entity, changes, total }: ChangedRowsProps) {
  const { t } = useTranslation();
  if (changes.length === 0) return null;
  return (
    <section className={styles.section} aria-label={t('admin.changedRows.title', { count: total })}>
      <h3 className={styles.title}>{t('admin.changedRows.title', { count: total })}</h3>
      <dl className={styles.list}>
        {changes.map(({ row, name, fields }) => (
          <div key={row} className={styles.row}>
            <dt>{name}</dt>
            <dd>
              <FieldList fields={fields} of={{ entity, row: null }} />
            </dd>
          </div>
        ))}
      </dl>
      {changes.length < total ? (
        <p className={styles.hint}>{t('admin.changedRows.more', { count: total - changes.length })}</p>
      ) : null}
    </section>
  );
}
