import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { Definition, Field, Item } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import styles from './form.module.css';
import { fieldsOf } from './use-resource-form.ts';

interface ConflictProps {
  definition: Definition;
  mine: FieldValues;
  theirs: Item | 'gone';
  onSettle: (now: Item, keep: 'mine' | 'theirs') => void;
}

/** What somebody else saved while one was editing, beside one's own values: nothing is overwritten silently. */
export function Conflict({ definition, mine, theirs, onSettle }: ConflictProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  if (theirs === 'gone') return <Alert severity="warning">{t('admin.conflict.gone')}</Alert>;
  const differing = fieldsOf(definition, theirs).filter(({ name }) => (mine[name] ?? null) !== (theirs[name] ?? null));
  const shown = (field: Field, value: unknown) => texts.value(asColumn(field), value) || t('admin.none');
  return (
    <Alert severity="warning" icon={false} sx={{ '& .MuiAlert-message': { width: '100%' } }}>
      <strong>{t('admin.conflict.title')}</strong>
      <p>{t('admin.conflict.text')}</p>
      <table className={styles.conflict}>
        <thead>
          <tr>
            <th>{t('admin.conflict.field')}</th>
            <th>{t('admin.conflict.mine')}</th>
            <th>{t('admin.conflict.theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {differing.map((field) => (
            <tr key={field.name}>
              <th scope="row">{texts.field(field.name)}</th>
              <td>{shown(field, mine[field.name])}</td>
              <td>
                {field.kind === 'reference'
                  ? String(theirs[field.reference.current] ?? t('admin.none'))
                  : shown(field, theirs[field.name])}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button onClick={() => onSettle(theirs, 'theirs')}>{t('admin.conflict.takeTheirs')}</Button>
      <Button onClick={() => onSettle(theirs, 'mine')}>{t('admin.conflict.keepMine')}</Button>
    </Alert>
  );
}

const asColumn = (field: Field) =>
  field.kind === 'choice'
    ? { kind: 'choice' as const, choice: field.choice }
    : { kind: field.kind === 'yesNo' || field.kind === 'number' ? field.kind : ('text' as const) };
