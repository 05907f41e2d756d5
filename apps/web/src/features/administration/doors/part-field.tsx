import { useQuery } from '@tanstack/react-query';
import { useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { SinglePicker } from '../../../ui/pick/picker.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import { partsQuery } from './queries.ts';

/** Picks a network server (`envelope`) or a device family (`driver`); none: recognized. */
export function PartField({ control, name, label, disabled }: CustomFieldProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { data } = useQuery(partsQuery());
  const parts = name === 'envelope' ? data?.envelopes : data?.drivers;
  return (
    <SinglePicker
      label={label}
      options={(parts ?? []).map(({ id, title }) => ({ id, label: title }))}
      value={typeof field.value === 'string' ? field.value : undefined}
      onChange={(value) => field.onChange(value ?? null)}
      disabled={disabled}
      error={fieldState.invalid}
      hint={fieldState.invalid ? fieldText(t, fieldState.error?.message) : t(`admin.hint.${name as 'driver'}`)}
    />
  );
}
