import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { type Control, type FieldValues, useController } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { offeredQuery } from '../model/api.ts';
import { type AnyItem, type FieldKey, fieldValue, type Reference } from '../model/definition.ts';
import styles from './form.module.css';

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

interface Option {
  id: number | string;
  label: string;
  detail: string;
}

/** Picks a row of another resource. The server searches by the typed text, so there may be any number of rows. */
export function ReferenceField(props: ReferenceFieldProps) {
  const { control, name, label, required, disabled, reference, hint, item } = props;
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const known =
    item !== null && fieldValue(item, name) === field.value ? String(fieldValue(item, reference.current) ?? '') : '';
  const [picked, setPicked] = useState<Option | null>(() => {
    const preset = item === null ? reference.preset?.() : null;
    return preset ? { ...preset, detail: '' } : null;
  });
  const [text, setText] = useState('');
  const value =
    picked?.id === field.value ? picked : field.value ? { id: field.value, label: known, detail: '' } : null;
  const search = useDeferredValue(value !== null && text === value.label ? '' : text);
  const { data, isFetching } = useQuery({ ...offeredQuery(reference, search), enabled: !disabled });
  const options = (data?.content ?? []).map((row) => ({
    id: row.id,
    label: reference.label(row),
    detail: reference.detail?.(row) ?? '',
  }));
  return (
    <Autocomplete<Option>
      options={options}
      value={value}
      disabled={disabled}
      onChange={(_, option) => {
        setPicked(option);
        field.onChange(option?.id ?? null);
      }}
      onBlur={field.onBlur}
      inputValue={text}
      onInputChange={(_, next) => setText(next)}
      filterOptions={(all) => all}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      loading={isFetching}
      loadingText={t('common.loading')}
      noOptionsText={t('common.pick.none')}
      openText={t('common.pick.open')}
      closeText={t('common.pick.close')}
      clearText={t('common.pick.clear')}
      renderOption={({ key, ...rest }, option) => (
        <li key={key} {...rest}>
          <span className={styles.option}>
            {option.label}
            {option.detail === '' ? null : <small>{option.detail}</small>}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          inputRef={field.ref}
          label={label}
          required={required}
          error={fieldState.invalid}
          helperText={fieldState.invalid ? fieldText(t, fieldState.error?.message) : hint}
        />
      )}
    />
  );
}
