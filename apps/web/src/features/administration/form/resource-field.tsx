import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import type { TFunction } from 'i18next';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FormPasswordField, fieldText } from '../../../ui/form/form-fields.tsx';
import type { Field, Item } from '../model/definition.ts';
import { useTexts } from '../model/use-texts.ts';
import { ReferenceField } from './reference-field.tsx';

interface ResourceFieldProps {
  control: Control<FieldValues>;
  field: Field;
  item: Item | null;
  disabled: boolean;
}

/** One field of a form, by its kind. An empty one is null, so that the server is told that nothing is there. */
export function ResourceField({ control, field, item, disabled }: ResourceFieldProps) {
  const { t } = useTranslation();
  const texts = useTexts();
  const { name, required = false } = field;
  const shared = { control, name, label: texts.field(name), required, disabled };
  switch (field.kind) {
    case 'yesNo':
      return <YesNoField {...shared} />;
    case 'choice':
      return (
        <ChoiceField {...shared} options={field.options.map((value) => [value, texts.choice(field.choice, value)])} />
      );
    case 'reference':
      return <ReferenceField {...shared} reference={field.reference} item={item} />;
    case 'date':
      return <DayField {...shared} />;
    case 'password':
      return <FormPasswordField {...shared} autoComplete="new-password" hint={hintOf(t, name)} />;
    default:
      return <TypedField {...shared} kind={field.kind} />;
  }
}

interface SharedProps {
  control: Control<FieldValues>;
  name: Field['name'];
  label: string;
  required: boolean;
  disabled: boolean;
}

/** A number that is none yet, such as a lone minus, stays as it was typed and is refused by the schema. */
const numberOf = (text: string): number | string => (Number.isFinite(Number(text)) ? Number(text) : text);

const INPUT = {
  text: {},
  multiline: {},
  number: { inputMode: 'decimal' },
  email: { inputMode: 'email', autoCapitalize: 'none' },
  phone: { inputMode: 'tel' },
} as const;

/** What helps to fill a field in; '' for most. */
const hintOf = (t: TFunction, name: Field['name']): string =>
  t(`admin.hint.${name}` as 'admin.hint.code', { defaultValue: '' });

function TypedField({ control, name, label, required, disabled, kind }: SharedProps & { kind: keyof typeof INPUT }) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  const change = (text: string) => {
    if (text === '') onChange(required ? '' : null);
    else onChange(kind === 'number' ? numberOf(text) : text);
  };
  return (
    <TextField
      {...input}
      value={value ?? ''}
      onChange={(event) => change(event.target.value)}
      inputRef={ref}
      fullWidth
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hintOf(t, name)}
      {...(kind === 'multiline' && { multiline: true, minRows: 2, maxRows: 8 })}
      slotProps={{ htmlInput: { autoComplete: 'off', ...INPUT[kind] } }}
    />
  );
}

function ChoiceField(props: SharedProps & { options: readonly (readonly [string, string])[] }) {
  const { control, name, label, required, disabled, options } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, value, ...input } = field;
  return (
    <TextField
      {...input}
      value={value ?? ''}
      inputRef={ref}
      select
      fullWidth
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : undefined}
    >
      {options.map(([key, text]) => (
        <MenuItem key={key} value={key}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

function YesNoField({ control, name, label, disabled }: SharedProps) {
  const { field } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  const toggle = (
    <Switch
      {...input}
      checked={value === 'Y'}
      onChange={(_, checked) => onChange(checked ? 'Y' : 'N')}
      slotProps={{ input: { ref } }}
    />
  );
  return <FormControlLabel control={toggle} label={label} disabled={disabled} />;
}

function DayField({ control, name, label }: SharedProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  return (
    <DateField
      label={label}
      value={field.value ?? ''}
      onChange={field.onChange}
      error={fieldState.invalid ? fieldText(t, fieldState.error?.message) : undefined}
    />
  );
}
