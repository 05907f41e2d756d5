import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pick.module.css';
import { MAX_SHOWN_OPTIONS, matching, type PickOption } from './pick-option.ts';

export interface PickerField {
  label: string;
  /** While nothing is picked. */
  placeholder?: string;
  /** Below the field. */
  hint?: React.ReactNode;
  error?: boolean;
  required?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

type Some<Id extends string | number, Multiple extends boolean> = AutocompleteProps<
  PickOption<Id>,
  Multiple,
  false,
  false
>;

interface PickerProps<Id extends string | number, Multiple extends boolean> extends PickerField {
  multiple: Multiple;
  options: readonly PickOption<Id>[];
  value: Some<Id, Multiple>['value'];
  onChange: NonNullable<Some<Id, Multiple>['onChange']>;
}

/** Picks by typing or from the list; of thousands only those that match are drawn, and how many are not is said. */
export function Picker<Id extends string | number, Multiple extends boolean>(props: PickerProps<Id, Multiple>) {
  const { multiple, options, value, onChange, label, placeholder, hint, error = false, required, inputRef } = props;
  const { t } = useTranslation();
  const empty = Array.isArray(value) ? value.length === 0 : value === null;
  return (
    <Autocomplete<PickOption<Id>, Multiple, false, false>
      multiple={multiple}
      options={options}
      value={value}
      onChange={onChange}
      size="small"
      slotProps={{ listbox: { className: styles.list ?? '' } }}
      limitTags={2}
      getLimitTagsText={(more) => `+${more}`}
      disableCloseOnSelect={multiple}
      autoHighlight
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      {...(options.some(({ group }) => group !== undefined) ? { groupBy: ({ group = '' }) => group } : {})}
      filterOptions={(all, { inputValue }) => matching(all, inputValue).slice(0, MAX_SHOWN_OPTIONS)}
      renderOption={({ key, ...item }, option, { selected, inputValue, index }) => (
        <li key={key} {...item} data-selected={selected || undefined}>
          <span className={styles.name}>
            {option.label}
            {option.detail === undefined ? null : <small>{option.detail}</small>}
          </span>
          {index === MAX_SHOWN_OPTIONS - 1 ? <More options={options} text={inputValue} /> : null}
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...(inputRef === undefined ? {} : { inputRef })}
          label={label}
          required={required ?? false}
          error={error}
          helperText={hint}
          {...(empty && placeholder !== undefined ? { placeholder } : {})}
          slotProps={{
            ...params.slotProps,
            input: { ...params.slotProps.input, className: `${params.slotProps.input.className} ${styles.input}` },
            inputLabel: { ...params.slotProps.inputLabel, shrink: true },
          }}
        />
      )}
      openText={t('common.pick.open')}
      closeText={t('common.pick.close')}
      clearText={t('common.pick.clear')}
      noOptionsText={t('common.pick.none')}
    />
  );
}

/** How many options are not drawn, at the last that is. */
function More<Id extends string | number>({ options, text }: { options: readonly PickOption<Id>[]; text: string }) {
  const { t } = useTranslation();
  const count = matching(options, text).length - MAX_SHOWN_OPTIONS;
  return count > 0 ? <em className={styles.more}>{t('common.pick.more', { count })}</em> : null;
}
