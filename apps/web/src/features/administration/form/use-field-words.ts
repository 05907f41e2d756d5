import { useMemo } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { formatDay } from '../../../lib/format/read-day.ts';
import { type Change, changesOf, isSame } from '../../../ui/form/changes.ts';
import { currentPathOf, offeredName, offeredPath } from '../model/api.ts';
import { type AnyItem, type Definition, type Field, fieldValue } from '../model/definition.ts';
import { localText, useTexts } from '../model/use-texts.ts';
import { fieldsOf } from './use-resource-form.ts';

const asColumn = (field: Field) =>
  field.kind === 'choice'
    ? { kind: 'choice' as const, choice: field.choice }
    : { kind: field.kind === 'yesNo' || field.kind === 'number' ? field.kind : ('text' as const) };

/** Field values as texts; `row` provides the name of its reference and the inherited value. */
export function useFieldWords(): (field: Field, value: unknown, row: AnyItem | null) => string {
  const { t } = useTranslation();
  const texts = useTexts();
  return useMemo(() => {
    const words = (field: Field, value: unknown): string => {
      if (field.kind === 'custom' && field.inWords) return field.inWords(t, value);
      if (field.kind === 'date') return formatDay(String(value ?? ''), texts.language);
      return texts.value(asColumn(field), value);
    };
    return (field, value, row) => {
      if (field.kind === 'reference') {
        const { reference, name } = field;
        const isOwn = row !== null && isSame(fieldValue(row, name), value);
        return (isOwn ? currentPathOf(reference, row) : offeredPath(reference, value)).join(' · ');
      }
      if (field.inherited === undefined || row === null || !isSame(value, null)) return words(field, value);
      return t('admin.inherited.above', { value: words(field, localText(row, field.inherited, texts.language)) });
    };
  }, [t, texts]);
}

interface Saved {
  /** Previous name of the saved row, or the name of a new row. */
  name: string;
  changes: readonly Change[];
}

/** The changes that saving a form would make to a row, or the place where it would add one. */
export function useSaved(definition: Definition, item: AnyItem | null): (values: FieldValues) => Saved {
  const texts = useTexts();
  const inWords = useFieldWords();
  return (values) => {
    const fields = fieldsOf(definition, item);
    const described = (field: Field, before: unknown) => ({
      ...{ name: field.name, label: texts.field(field.name), before, after: values[field.name] },
      words: (value: unknown) => inWords(field, value, item),
      secret: field.kind === 'password',
    });
    if (item !== null) {
      return {
        name: definition.nameOf(item),
        changes: changesOf(fields.map((field) => described(field, fieldValue(item, field.name)))),
      };
    }
    const shown = fields.filter((field) => field.shown?.(values) !== false);
    const references = shown.filter((field) => field.kind === 'reference');
    const places = references.map(({ name, reference }) => [
      reference.current,
      offeredName(reference, values[name]) || null,
    ]);
    return {
      name: definition.nameOf({ ...values, ...Object.fromEntries(places), id: 0, version: 0 }),
      changes: changesOf(references.map((field) => described(field, null))).map((each) => ({ ...each, before: null })),
    };
  };
}
