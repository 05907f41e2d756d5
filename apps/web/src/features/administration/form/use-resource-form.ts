import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSnackbar } from 'notistack';
import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { ApiFailure } from '../../../lib/failure.ts';
import { isSame } from '../../../ui/form/changes.ts';
import { showFieldErrors, useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useUndo } from '../../../ui/undo.tsx';
import { itemQuery, saveItem } from '../model/api.ts';
import { type AnyItem, type Definition, type Field, fieldValue } from '../model/definition.ts';

type FormSchema = z.ZodType<FieldValues, FieldValues>;

/** The fields that a form shows: some can be given once only, some rows do not have all. */
export const fieldsOf = ({ fields }: Definition, item: AnyItem | null): readonly Field[] =>
  fields.filter(({ onlyWhenAdded = false, when }) => (item === null || !onlyWhenAdded) && (when?.(item) ?? true));

const emptyValue = (field: Field): unknown => {
  const { kind, required = false } = field;
  if (kind === 'yesNo') return 'Y';
  if (kind === 'reference') return field.reference.preset?.()?.id ?? null;
  return required && kind !== 'number' ? '' : null;
};

/** The initial values of a form: the row as it is, or the defaults of a new one. */
export function valuesOf(definition: Definition, item: AnyItem | null): FieldValues {
  const fields = fieldsOf(definition, item);
  if (item !== null) {
    return {
      version: item.version,
      ...Object.fromEntries(fields.map(({ name }) => [name, fieldValue(item, name) ?? null])),
    };
  }
  return { ...Object.fromEntries(fields.map((field) => [field.name, emptyValue(field)])), ...definition.initial };
}

/** The schema, and what else the screen knows to be wrong. */
const withRule = (schema: FormSchema, { rule }: Definition, item: AnyItem | null): FormSchema =>
  rule === undefined
    ? schema
    : schema.superRefine((values, context) => {
        for (const [name, message] of Object.entries(rule(values, item))) {
          context.addIssue({ code: 'custom', path: [name], message });
        }
      });

/** Whether only switches were changed, so that undo can restore the previous row. */
const isSwitched = (definition: Definition, item: AnyItem, values: FieldValues): boolean => {
  const changed = fieldsOf(definition, item).filter(({ name }) => !isSame(fieldValue(item, name), values[name]));
  return changed.length > 0 && changed.every(({ kind }) => kind === 'yesNo');
};

interface Options {
  definition: Definition;
  /** null: a new row. */
  item: AnyItem | null;
  onSaved: (saved: AnyItem) => void;
}

/** A row's form, its save function, and the row as another user saved it meanwhile. */
export function useResourceForm({ definition, item, onSaved }: Options) {
  const { t } = useTranslation();
  const { enqueueSnackbar } = useSnackbar();
  const client = useQueryClient();
  const offerUndo = useUndo();
  const [theirs, setTheirs] = useState<AnyItem | 'gone' | null>(null);
  const route = item === null ? definition.routes.add : definition.routes.edit;
  const schema = (route?.body ?? definition.routes.list.answer) as FormSchema;
  const form = useContractForm(withRule(schema, definition, item), valuesOf(definition, item));

  const findTheirs = async (id: number | string): Promise<void> => {
    const { read } = definition.routes;
    if (read === undefined) return;
    const now = await client.fetchQuery(itemQuery(read, id)).catch((failure: Error) => failure);
    if (!(now instanceof Error)) setTheirs(now);
    else if (now instanceof ApiFailure && now.status === 404) setTheirs('gone');
  };

  const save = useMutation<AnyItem, Error, FieldValues>({
    mutationFn: (values) => saveItem(definition, item && { ...item, version: Number(values.version) }, values),
    onSuccess: (saved, values) => {
      const text = t('admin.saved', { name: definition.nameOf(saved) });
      if (item !== null && isSwitched(definition, item, values)) {
        offerUndo({ text, undo: () => saveItem(definition, saved, { ...values, ...valuesOf(definition, item) }) });
      } else enqueueSnackbar(text, { variant: 'success' });
      onSaved(saved);
    },
    onError: (failure) => {
      showFieldErrors(form, failure);
      const isOld = failure instanceof ApiFailure && (failure.code === 'EDITED_MEANWHILE' || failure.status === 404);
      if (isOld && item !== null && Object.keys(failure.errors).length === 0) void findTheirs(item.id);
    },
  });

  /** Continues from another user's save: with one's own values over it, or with theirs. */
  const settle = (now: AnyItem, keep: 'mine' | 'theirs'): void => {
    const mine = form.getValues();
    form.reset(valuesOf(definition, now));
    setTheirs(null);
    save.reset();
    if (keep === 'theirs') return;
    for (const { name } of fieldsOf(definition, now)) {
      if (!isSame(mine[name], fieldValue(now, name))) form.setValue(name, mine[name], { shouldDirty: true });
    }
    void form.handleSubmit((values) => save.mutate(values))();
  };

  return { form, save, theirs, settle };
}
