import Alert from '@mui/material/Alert';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ConflictPanel } from '../../../ui/form/conflict-panel.tsx';
import type { Definition, Field, Item } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
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
  const shown = (field: Field, value: unknown) => texts.value(asColumn(field), value);
  const differences = fieldsOf(definition, theirs)
    .filter(({ name }) => (mine[name] ?? null) !== (theirs[name] ?? null))
    .map((field) => ({
      name: field.name,
      label: texts.field(field.name),
      mine: shown(field, mine[field.name]),
      theirs:
        field.kind === 'reference' ? String(theirs[field.reference.current] ?? '') : shown(field, theirs[field.name]),
    }));
  return <ConflictPanel differences={differences} onSettle={(keep) => onSettle(theirs, keep)} />;
}

const asColumn = (field: Field) =>
  field.kind === 'choice'
    ? { kind: 'choice' as const, choice: field.choice }
    : { kind: field.kind === 'yesNo' || field.kind === 'number' ? field.kind : ('text' as const) };
