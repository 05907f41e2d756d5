import { type FieldChange, recordedChanges } from '@airdeck/contract/record/changes';
import type { AuditRecord } from '@airdeck/contract/record/schema';
import { rowOf } from '@airdeck/phrases/record-words';
import { useTranslation } from 'react-i18next';
import { FieldList } from './field-list.tsx';
import styles from './records.module.css';

/** Facts that the row shows in its other columns, or that hold for nearly every row. */
const isTelling =
  (name: string | null) =>
  ({ field, before, after }: FieldChange): boolean =>
    (after ?? before) !== name && !(field === 'use' && (after ?? before) === 'Y');

/** The changes of a record in a row of the list: the first fields; the others open with the row. */
export function ChangesCell({ item }: { item: AuditRecord }) {
  const { t } = useTranslation();
  const { kind, fields } = recordedChanges(item);
  if (kind === 'SAME' || kind === 'UNRECORDED') {
    return (
      <span className={styles.quiet}>{t(kind === 'SAME' ? 'admin.audit.nothing' : 'admin.audit.unrecorded')}</span>
    );
  }
  const isFacts = kind === 'FACTS';
  const telling = isFacts ? fields.filter(isTelling(item.name)) : fields;
  return <FieldList fields={telling.length > 0 ? telling : fields} of={rowOf(item)} isFacts={isFacts} />;
}
