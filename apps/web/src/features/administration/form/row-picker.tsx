import Autocomplete from '@mui/material/Autocomplete';
import TextField from '@mui/material/TextField';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, type Ref, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MAX_FILTER_LENGTH } from '../../../lib/url/search-fields.ts';
import { offeredQuery, pathOf } from '../model/api.ts';
import type { AnyItem, Reference } from '../model/definition.ts';
import styles from './form.module.css';

/** The picked row, as far as the field shows it. */
export interface Picked {
  id: number | string;
  label: string;
}

interface Option extends Picked {
  detail: string;
}

interface RowPickerProps {
  reference: Reference;
  value: Picked | null;
  onChange: (picked: Picked | null) => void;
  onBlur?: () => void;
  label: string;
  required?: boolean;
  disabled?: boolean;
  error?: boolean;
  /** Below the field. */
  hint?: ReactNode;
  inputRef?: Ref<HTMLInputElement>;
  /** As a filter above a list: shown while nothing is picked. */
  placeholder?: string;
  className?: string;
}

/** Distance to the end of the list at which its next page is read. */
const NEAR_END_PX = 240;

/** The typed text. A person who typed behind the present name looks for the rest. */
const searchOf = (typed: string, present: string): string =>
  (present !== '' && typed.startsWith(present) ? typed.slice(present.length) : typed)
    .trim()
    .slice(0, MAX_FILTER_LENGTH);

/** Picks a row of another list. The server searches by the words of its path; scrolling reads the other pages. */
export function RowPicker(props: RowPickerProps) {
  const { reference, value, onChange, onBlur, label, required, disabled, error, hint, inputRef } = props;
  const { placeholder, className } = props;
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const [opened, setOpened] = useState(false);
  const isFilter = placeholder !== undefined;
  const search = useDeferredValue(searchOf(typed, value?.label ?? ''));
  const { data, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    ...offeredQuery(reference, search),
    // Most filters of a screen are never opened.
    enabled: disabled !== true && (opened || !isFilter),
  });
  const options = useMemo(() => optionsOf(reference, data?.pages), [reference, data]);
  const more = (data?.pages.at(-1)?.totalElements ?? 0) - options.length;
  const readMore = () => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  };
  // The same object as long as it is the same row: a new one resets the text that is being typed.
  const [id, name] = [value?.id, value?.label];
  const present = useMemo<Option | null>(
    () => (id === undefined ? null : { id, label: name ?? '', detail: '' }),
    [id, name],
  );
  const { list, onScroll } = useKeptScroll(options.length, search, readMore);
  return (
    <Autocomplete<Option>
      options={options}
      value={present}
      disabled={disabled ?? false}
      size={isFilter ? 'small' : 'medium'}
      onOpen={() => setOpened(true)}
      {...(className === undefined ? {} : { className })}
      onChange={(_, option) => onChange(option)}
      {...(onBlur === undefined ? {} : { onBlur })}
      onInputChange={(_, text, reason) => setTyped(reason === 'input' ? text : '')}
      onHighlightChange={(_, option) => {
        if (option !== null && option.id === options.at(-1)?.id) readMore();
      }}
      filterOptions={(all) => all}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      getOptionKey={(option) => option.id}
      loading={isFetching}
      loadingText={t('common.loading')}
      noOptionsText={t('common.pick.none')}
      openText={t('common.pick.open')}
      closeText={t('common.pick.close')}
      clearText={t('common.pick.clear')}
      slotProps={{ listbox: { ref: list, onScroll } }}
      renderOption={({ key, ...rest }, option, { index }) => (
        <li key={key} {...rest}>
          <span className={styles.option}>
            {option.label}
            {option.detail === '' ? null : <small>{option.detail}</small>}
            {more > 0 && index === options.length - 1 ? <em>{t('common.pick.more', { count: more })}</em> : null}
          </span>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          {...(inputRef === undefined ? {} : { inputRef })}
          label={label}
          required={required ?? false}
          error={error ?? false}
          helperText={hint}
          {...(placeholder === undefined
            ? {}
            : {
                placeholder,
                slotProps: { ...params.slotProps, inputLabel: { ...params.slotProps.inputLabel, shrink: true } },
              })}
        />
      )}
    />
  );
}

const optionsOf = (reference: Reference, pages: readonly { content: AnyItem[] }[] = []): Option[] => {
  // A row that was added meanwhile moves others to the next page.
  const rows = new Map(pages.flatMap(({ content }) => content).map((row) => [row.id, row]));
  return [...rows.values()].map((row) => ({
    id: row.id,
    label: reference.label(row),
    detail: [
      ...pathOf(reference, row).slice(0, -1),
      ...(reference.code === undefined ? [] : [reference.code(row)]),
    ].join(' · '),
  }));
};

/** Reads the next page near the end of the list, which then stays where it was scrolled to. */
function useKeptScroll(count: number, search: string, readMore: () => void) {
  const list = useRef<HTMLUListElement>(null);
  const kept = useRef({ top: 0, count, search });
  useEffect(() => {
    const { top, count: before, search: old } = kept.current;
    // The component scrolls a list with other options to its beginning.
    if (list.current !== null && old === search && before < count) list.current.scrollTop = top;
    kept.current = { top: old === search ? top : 0, count, search };
  }, [count, search]);
  const onScroll = ({ currentTarget }: React.UIEvent<HTMLUListElement>) => {
    const { scrollTop, clientHeight, scrollHeight } = currentTarget;
    kept.current.top = scrollTop;
    if (scrollTop + clientHeight >= scrollHeight - NEAR_END_PX) readMore();
  };
  return { list, onScroll };
}
