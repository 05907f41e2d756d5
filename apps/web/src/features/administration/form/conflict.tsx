import Alert from '@mui/material/Alert';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { isSame } from '../../../ui/form/changes.ts';
import { ConflictPanel } from '../../../ui/form/conflict-panel.tsx';
import { type AnyItem, type Definition, fieldValue } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { useFieldWords } from './use-field-words.ts';
import { fieldsOf } from './use-resource-form.ts';

interface ConflictProps {
  definition: Definition;
  mine: FieldValues;
  theirs: AnyItem | 'gone';
  onSettle: (now: AnyItem, keep: 'mine' | 'theirs') => void;
}

/** Values that another user saved meanwhile, beside the user's own: nothing is overwritten silently. */
export function Conflict({ definition, mine, theirs, onSettle }: ConflictProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const inWords = useFieldWords();
  if (theirs === 'gone') return <Alert severity="warning">{t('admin.conflict.gone')}</Alert>;
  const differences = fieldsOf(definition, theirs)
    .filter(({ name }) => !isSame(mine[name], fieldValue(theirs, name)))
    .map((field) => ({
      name: field.name,
      label: texts.field(field.name),
      mine: inWords(field, mine[field.name], theirs),
      theirs: inWords(field, fieldValue(theirs, field.name), theirs),
    }));
  return <ConflictPanel differences={differences} onSettle={(keep) => onSettle(theirs, keep)} />;
}
