import { Fragment, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Change } from '../form/changes.ts';
import styles from './change-dialog.module.css';
import { ConfirmDialog } from './dialog.tsx';

/** Number of changes listed by name; the others are counted. */
export const MAX_NAMED_CHANGES = 8;

interface Question {
  /** Whether something new is added, not changed. */
  isNew?: boolean;
  /** Its description, where its dialog does not have one. */
  name?: string;
  changes: readonly Change[];
  save: () => void;
}

/**
 * Asks before a form is saved and lists its changes. `ask` is the last step of `handleSubmit`; render `question` below
 * the form. The answer closes the question, so that a form that is refused is in front again.
 */
export function useChangeQuestion(): { ask: (question: Question) => void; question: ReactNode } {
  const [asked, setAsked] = useState<Question | null>(null);
  const close = () => setAsked(null);
  const question = asked === null ? null : <ChangeDialog {...asked} onClose={close} />;
  return { ask: setAsked, question };
}

function ChangeDialog({ isNew = false, name, changes, save, onClose }: Question & { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <ConfirmDialog
      title={t(isNew ? 'dialog.add' : 'dialog.change')}
      action={t(isNew ? 'button.add' : 'button.change')}
      onConfirm={() => {
        onClose();
        save();
      }}
      onClose={onClose}
    >
      {name === undefined ? null : <p className={styles.name}>{name}</p>}
      <ChangeList changes={changes} />
    </ConfirmDialog>
  );
}

/** Changes, one per line: previous and new value. */
export function ChangeList({ changes }: { changes: readonly Change[] }) {
  const { t } = useTranslation();
  const more = changes.length - MAX_NAMED_CHANGES;
  if (changes.length === 0) return null;
  return (
    <>
      <dl className={styles.changes}>
        {changes.slice(0, MAX_NAMED_CHANGES).map(({ name, label, before, after }) => (
          <Fragment key={name}>
            <dt>{label}</dt>
            <dd>
              {before === null ? null : (
                <>
                  <del>{before || t('dialog.none')}</del> →{' '}
                </>
              )}
              <ins>{after === null ? t('dialog.changed') : after || t('dialog.none')}</ins>
            </dd>
          </Fragment>
        ))}
      </dl>
      {more > 0 ? <p className={styles.more}>{t('dialog.more', { count: more })}</p> : null}
    </>
  );
}
