import type { FieldChange } from '@airdeck/contract/record/changes';
import type { RecordedRow } from '@airdeck/phrases/record-words';
import { useTranslation } from 'react-i18next';
import { changesOf } from '../../../ui/form/changes.ts';
import styles from './records.module.css';
import { useRecordWords } from './use-record-words.ts';

/** Fields in a row of a list; the others are counted. */
export const MAX_LISTED = 3;

interface FieldListProps {
  fields: readonly FieldChange[];
  of: RecordedRow;
  /** Whether only one of the two values is known. */
  isFacts?: boolean;
}

/** The first changed fields, with the parts of their values that differ. */
export function FieldList({ fields, of, isFacts = false }: FieldListProps) {
  const { t } = useTranslation();
  const words = useRecordWords();
  const listed = changesOf(
    fields.slice(0, MAX_LISTED).map(({ field, before, after }) => ({
      ...{ name: field, label: words.label(field, of) },
      // Of a fact only one side is given.
      ...(isFacts ? { before: null, after: after ?? before } : { before, after }),
      words: (value) => words.value(field, value, of),
    })),
  );
  const more = fields.length - listed.length;
  return (
    <ul className={styles.changes} data-facts={isFacts || undefined}>
      {listed.map(({ name, label, before, after }) => (
        <li key={name}>
          <span className={styles.label}>{label}:</span>{' '}
          {isFacts || before === null ? null : (
            <>
              <del>{before || t('admin.none')}</del> <span aria-hidden="true">→</span>{' '}
            </>
          )}
          <ins>{after === null ? t('dialog.changed') : after || t('admin.none')}</ins>
        </li>
      ))}
      {more > 0 ? <li className={styles.more}>{t('admin.audit.more', { count: more })}</li> : null}
    </ul>
  );
}
