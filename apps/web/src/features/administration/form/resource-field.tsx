import { toLine } from '@airdeck/domain/field-rule';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { memo, useState } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { FormPasswordField, fieldText } from '../../../ui/form/form-fields.tsx';
import { type AnyItem, type Field, fieldValue } from '../model/definition.ts';
import { localText, useTexts } from '../model/use-texts.ts';
import styles from './form.module.css';
import { numberOf, numberText } from './number-text.ts';
import { ReferenceField } from './reference-field.tsx';

interface ResourceFieldProps {
  control: Control<FieldValues>;
  field: Field;
  item: AnyItem | null;
  disabled: boolean;
}

/** One field of a form, by its kind. An empty one is null, so that the server removes the value. */
export function ResourceField({ control, field, item, disabled }: ResourceFieldProps) {
  const texts = useTexts();
  const { name, required = false } = field;
  const above =
    field.inherited === undefined || item === null
      ? ''
      : texts.value(columnOf(field), localText(item, field.inherited, texts.language));
  const shared = { control, name, label: texts.field(name), required, disabled, above, hintKey: field.hint ?? name };
  if (field.inherited === undefined) return <PlainField {...{ field, item, shared }} />;
  return (
    <>
      <PlainField {...{ field, item, shared }} />
      <Inherited {...shared} />
    </>
  );
}

/** A field's kind as a column has it, for its value in words. */
const columnOf = (field: Field) => (field.kind === 'choice' ? { kind: field.kind, choice: field.choice } : {});

function PlainField({ field, item, shared }: { field: Field; item: AnyItem | null; shared: SharedProps }) {
  const texts = useTexts();
  const hint = useHint(shared);
  switch (field.kind) {
    case 'yesNo':
      return <YesNoField {...shared} />;
    case 'choice':
      return (
        <ChoiceField
          {...shared}
          clearable={field.clearable === true}
          options={choicesOf(field.options, item === null ? undefined : fieldValue(item, field.name)).map((value) => [
            value,
            texts.choice(field.choice, value),
          ])}
        />
      );
    case 'custom':
      return <field.Input {...shared} item={item} />;
    case 'reference':
      return <ReferenceField {...shared} hint={hint} reference={field.reference} item={item} />;
    case 'date':
      return <DayField {...shared} />;
    case 'password':
      return <FormPasswordField {...shared} autoComplete="new-password" hint={hint} />;
    default:
      return <TypedField {...shared} kind={field.kind} />;
  }
}

/** The present value of a row is shown, also where it may not be chosen. */
const choicesOf = (options: readonly string[], current: unknown): readonly string[] =>
  typeof current === 'string' && !options.includes(current) ? [...options, current] : options;

interface SharedProps {
  control: Control<FieldValues>;
  name: Field['name'];
  label: string;
  required: boolean;
  disabled: boolean;
  /** The inherited value while the field is empty, in words; '' without one. */
  above: string;
  /** Key of the text below it. */
  hintKey: string;
}

/** The text below a field: its own hint, or that of its name; '' where there is none. */
function useHint({ hintKey }: Pick<SharedProps, 'hintKey'>): string {
  const { t } = useTranslation();
  return t(`admin.hint.${hintKey}` as 'admin.hint.code', { defaultValue: '' });
}

/** Shows whether the value is inherited, and resets it with one click. */
function Inherited({ control, name, label, above, disabled }: SharedProps) {
  const { t } = useTranslation();
  const { field } = useController({ control, name });
  const isOwn = field.value !== null && field.value !== '';
  if (!isOwn) return null;
  return (
    <p className={styles.inherited}>
      <span>{t('admin.inherited.above', { value: above || t('admin.none') })}</span>
      {disabled ? null : (
        <Button size="small" aria-label={t('admin.inherited.backOf', { label })} onClick={() => field.onChange(null)}>
          {t('admin.inherited.back')}
        </Button>
      )}
    </p>
  );
}

const INPUT = {
  text: {},
  longText: {},
  multiline: {},
  number: { inputMode: 'decimal' },
  email: { inputMode: 'email', autoCapitalize: 'none' },
  phone: { inputMode: 'tel' },
  timeZone: { list: 'time-zones' },
} as const;

/** The names of time zones that the browser knows, offered while one is typed. */
const TimeZones = memo(function TimeZones() {
  return (
    <datalist id={INPUT.timeZone.list}>
      {Intl.supportedValuesOf('timeZone').map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
});

function TypedField(props: SharedProps & { kind: keyof typeof INPUT }) {
  const { control, name, label, required, disabled, kind, above } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  const [typed, setTyped] = useState('');
  const isOneLine = kind === 'text' || kind === 'longText';
  const change = (text: string) => {
    setTyped(text);
    if (text === '') onChange(required ? '' : null);
    else onChange(kind === 'number' ? numberOf(text) : isOneLine ? toLine(text) : text);
  };
  const hint = useHint(props);
  const isBox = kind === 'longText' || kind === 'multiline';
  const textField = (
    <TextField
      {...input}
      value={kind === 'number' ? numberText(typed, value) : (value ?? '')}
      onChange={(event) => change(event.target.value)}
      inputRef={ref}
      fullWidth
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
      {...(isBox && { multiline: true, minRows: 2, maxRows: 8 })}
      placeholder={above}
      slotProps={{
        htmlInput: { autoComplete: 'off', ...INPUT[kind] },
        // The inherited value is visible without a click.
        ...(above !== '' && { inputLabel: { shrink: true } }),
      }}
    />
  );
  if (kind !== 'timeZone') return textField;
  return (
    <>
      {textField}
      <TimeZones />
    </>
  );
}

function ChoiceField(props: SharedProps & { clearable: boolean; options: readonly (readonly [string, string])[] }) {
  const { control, name, label, required, disabled, options, above, clearable } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const { ref, value, onChange, ...input } = field;
  const hint = useHint(props);
  return (
    <TextField
      {...input}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
      inputRef={ref}
      select
      fullWidth
      label={label}
      required={required}
      disabled={disabled}
      error={fieldState.invalid}
      helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
      {...(above !== '' && { slotProps: { inputLabel: { shrink: true }, select: { displayEmpty: true } } })}
    >
      {above === '' ? null : <MenuItem value="">{t('admin.inherited.follow', { value: above })}</MenuItem>}
      {clearable ? <MenuItem value="">{t('admin.none')}</MenuItem> : null}
      {options.map(([key, text]) => (
        <MenuItem key={key} value={key}>
          {text}
        </MenuItem>
      ))}
    </TextField>
  );
}

function YesNoField(props: SharedProps) {
  const { control, name, label, disabled } = props;
  const { field } = useController({ control, name });
  const hint = useHint(props);
  const { ref, value, onChange, ...input } = field;
  const toggle = (
    <Switch
      {...input}
      checked={value === 'Y'}
      onChange={(_, checked) => onChange(checked ? 'Y' : 'N')}
      slotProps={{ input: { ref } }}
    />
  );
  return (
    <>
      <FormControlLabel control={toggle} label={label} disabled={disabled} />
      {hint === '' ? null : <FormHelperText>{hint}</FormHelperText>}
    </>
  );
}

function DayField({ control, name, label, required, disabled }: SharedProps) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  return (
    <DateField
      label={label}
      value={field.value ?? ''}
      onChange={(day) => field.onChange(day === '' && !required ? null : day)}
      onBlur={field.onBlur}
      inputRef={field.ref}
      optional
      required={required}
      keepsWrong
      disabled={disabled}
      size="medium"
      error={fieldState.invalid ? fieldText(t, fieldState.error?.message) : undefined}
    />
  );
}
