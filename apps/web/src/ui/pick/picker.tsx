import Autocomplete, { type AutocompleteProps } from '@mui/material/Autocomplete';
import Paper, { type PaperProps } from '@mui/material/Paper';
import TextField from '@mui/material/TextField';
import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './pick.module.css';

/** Something that can be picked by its name. */
export interface PickOption<Id extends string | number = number> {
  id: Id;
  label: string;
  /** Small text after the name. The search includes it. */
  detail?: string;
  /** Heading above it; options of one group follow each other. */
  group?: string;
}

/** Greatest number of options in the list; typing narrows them. */
const MAX_SHOWN_OPTIONS = 100;

/** Options that hold every word of `text`, wherever, ignoring case. */
export function matching<Id extends string | number>(
  options: readonly PickOption<Id>[],
  text: string,
): readonly PickOption<Id>[] {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return options;
  return options.filter(({ label, detail = '', group = '' }) => {
    const names = `${label} ${detail} ${group}`.toLocaleLowerCase();
    return words.every((word) => names.includes(word));
  });
}

interface PickerField {
  label: string;
  /** Shown while nothing is picked. */
  placeholder?: string;
  /** Below the field. */
  hint?: React.ReactNode;
  error?: boolean;
  required?: boolean;
  disabled?: boolean;
  inputRef?: Ref<HTMLInputElement>;
}

/** Options that cannot be picked, or not be removed, at the moment. */
export interface PickLimit<Id extends string | number> {
  isRefused: (id: Id) => boolean;
  /** Why; above the list. Empty while nothing is refused. */
  reason: string;
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
  limit?: PickLimit<Id> | undefined;
  summary?: string | undefined;
}

/** Picks by typing or from the list. At most 100 matching options are drawn, with the number of the others. */
function Picker<Id extends string | number, Multiple extends boolean>(props: PickerProps<Id, Multiple>) {
  const {
    multiple,
    options,
    value,
    onChange,
    label,
    placeholder,
    hint,
    error = false,
    required,
    disabled,
    inputRef,
    limit,
    summary,
  } = props;
  const { t } = useTranslation();
  const reasonId = useId();
  const empty = Array.isArray(value) ? value.length === 0 : value === null;
  return (
    <Autocomplete<PickOption<Id>, Multiple, false, false>
      multiple={multiple}
      options={options}
      value={value}
      onChange={onChange}
      disabled={disabled ?? false}
      size="small"
      slots={{ paper: ListPaper }}
      slotProps={{
        listbox: { className: styles.list ?? '' },
        paper: { id: reasonId, title: limit?.reason ?? '' },
        ...(limit === undefined ? {} : { clearIndicator: { className: styles.noClear ?? '' } }),
      }}
      // Keyboards and screen readers must be able to reach the reason.
      disabledItemsFocusable={limit !== undefined}
      {...(limit === undefined ? {} : { getOptionDisabled: ({ id }: PickOption<Id>) => limit.isRefused(id) })}
      {...(summary === undefined ? {} : { renderValue: () => <span className={styles.summary}>{summary}</span> })}
      limitTags={2}
      getLimitTagsText={(more) => `+${more}`}
      disableCloseOnSelect={multiple}
      autoHighlight
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={({ id }) => id}
      {...(options.some(({ group }) => group !== undefined) ? { groupBy: ({ group = '' }) => group } : {})}
      filterOptions={(all, { inputValue }) => matching(all, inputValue).slice(0, MAX_SHOWN_OPTIONS)}
      renderOption={({ key, ...item }, option, { selected, inputValue, index }) => (
        <li
          key={key}
          {...item}
          data-selected={selected || undefined}
          aria-describedby={limit?.isRefused(option.id) ? reasonId : undefined}
        >
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

/** The list's surface, with the reason of its limit above the options: `title` is that text, `id` its element's. */
function ListPaper({ title, id, children, ...paper }: PaperProps) {
  return (
    <Paper {...paper}>
      {title === undefined || title === '' ? null : (
        <p id={id} className={styles.reason}>
          {title}
        </p>
      )}
      {children}
    </Paper>
  );
}

/** The number of options that are not drawn, at the end of the list. */
function More<Id extends string | number>({ options, text }: { options: readonly PickOption<Id>[]; text: string }) {
  const { t } = useTranslation();
  const count = matching(options, text).length - MAX_SHOWN_OPTIONS;
  return count > 0 ? <em className={styles.more}>{t('common.pick.more', { count })}</em> : null;
}

interface SinglePickerProps<Id extends string | number> extends PickerField {
  options: readonly PickOption<Id>[];
  value: Id | undefined;
  onChange: (value: Id | undefined) => void;
}

/** One of many, or none. */
export function SinglePicker<Id extends string | number>(props: SinglePickerProps<Id>) {
  const { options, value, onChange, ...field } = props;
  return (
    <Picker<Id, false>
      {...field}
      multiple={false}
      options={options}
      value={options.find(({ id }) => id === value) ?? null}
      onChange={(_, picked) => onChange(picked?.id)}
    />
  );
}

interface MultiPickerProps<Id extends string | number> extends PickerField {
  options: readonly PickOption<Id>[];
  value: readonly Id[];
  onChange: (value: Id[]) => void;
  limit?: PickLimit<Id> | undefined;
  /** In place of the chips, where the picked ones are named elsewhere. */
  summary?: string | undefined;
}

/** Any number of many, as chips. An id that is no option is left out. */
export function MultiPicker<Id extends string | number>(props: MultiPickerProps<Id>) {
  const { options, value, onChange, ...field } = props;
  const wanted = new Set(value);
  return (
    <Picker<Id, true>
      {...field}
      multiple
      options={options}
      value={options.filter(({ id }) => wanted.has(id))}
      onChange={(_, picked) => onChange(picked.map(({ id }) => id))}
    />
  );
}
