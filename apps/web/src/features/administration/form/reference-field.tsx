import { useMemo, useState } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { type AnyItem, type FieldKey, fieldValue, type Reference } from '../model/definition.ts';
import { type Picked, RowPicker } from './row-picker.tsx';

interface ReferenceFieldProps {
  control: Control<FieldValues>;
  name: FieldKey;
  label: string;
  required: boolean;
  disabled: boolean;
  reference: Reference;
  /** The text below it. */
  hint?: string;
  /** The edited row, which contains the name of its present reference. */
  item: AnyItem | null;
}

/** Picks a row of another resource: for an edited row of an organization, one of the same organization. */
export function ReferenceField(props: ReferenceFieldProps) {
  const { control, name, label, required, disabled, reference, hint, item } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const [picked, setPicked] = useState<Picked | null>(() => (item === null ? (reference.preset?.() ?? null) : null));
  const known =
    item !== null && fieldValue(item, name) === field.value ? String(fieldValue(item, reference.current) ?? '') : '';
  const value = picked?.id === field.value ? picked : field.value ? { id: field.value, label: known } : null;
  const organization = item === null || !reference.sameOrganization ? undefined : fieldValue(item, 'organization_id');
  const offered = useMemo(
    () =>
      organization === undefined
        ? reference
        : { ...reference, query: { ...reference.query, organizationId: String(organization) } },
    [reference, organization],
  );
  return (
    <RowPicker
      reference={offered}
      value={value}
      onChange={(row) => {
        setPicked(row);
        field.onChange(row?.id ?? null);
      }}
      onBlur={field.onBlur}
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      hint={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
      inputRef={field.ref}
    />
  );
}
