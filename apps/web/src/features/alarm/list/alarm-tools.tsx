import { ALARM_STATES, type AlarmState } from '@airdeck/contract/alarm/routes';
import { ALARM_CATEGORIES } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { type AlarmList, firstDayOf } from '../model/queries.ts';
import {
  type AlarmSearch,
  type ChangeSearch,
  isNarrowed,
  MAX_FILTER,
  NAME_FILTERS,
  type NameFilter,
  NOTHING_NARROWED,
  PLACE_FILTERS,
} from '../model/search.ts';
import styles from './list.module.css';

/** The list follows when somebody stops typing. */
const TYPING_MS = 250;

/** What the live list can be, and what the history can be. */
const STATES: Readonly<Record<AlarmList, readonly AlarmState[]>> = {
  live: ['PENDING', 'SHELVED', 'SETTLED', 'OPEN'],
  history: ['OPEN', 'CLEARED'],
};

const FIELD: Readonly<
  Record<NameFilter, `${'organization' | 'office' | 'department' | 'meter' | 'sensor' | 'air'}_name`>
> = {
  organizationName: 'organization_name',
  officeName: 'office_name',
  departmentName: 'department_name',
  meterName: 'meter_name',
  sensorName: 'sensor_name',
  airName: 'air_name',
};

interface AlarmToolsProps {
  list: AlarmList;
  search: AlarmSearch;
  onChange: ChangeSearch;
  /** The name of the place that Monitoring linked to. */
  place: string | undefined;
}

/** Narrows a list of alarms. Everything is in the address. */
export function AlarmTools({ list, search, onChange, place }: AlarmToolsProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const [more, setMore] = useState(() => NAME_FILTERS.some((name) => search[name] !== undefined));
  const set = (part: Partial<AlarmSearch>) => onChange({ ...part, page: undefined });
  return (
    <div className={styles.tools}>
      {list === 'live' ? (
        <SegmentedControl
          label={t('alarm.state.label')}
          value={search.state ?? 'PENDING'}
          options={STATES.live.map((value) => ({ value, label: t(`alarm.state.${value}`) }))}
          onChange={(state) => set({ state: state === 'PENDING' ? undefined : state })}
        />
      ) : (
        <Choice
          label={t('alarm.state.label')}
          value={search.state}
          options={STATES.history.map((value) => ({ value, label: t(`alarm.state.${value}`) }))}
          onChange={(state) => set({ state: ALARM_STATES.find((each) => each === state) })}
        />
      )}
      <TypedField
        key={search.search === undefined ? 'empty' : 'given'}
        label={t('alarm.filter.search')}
        placeholder={t('alarm.filter.searchHint')}
        value={search.search}
        onChange={(text) => set({ search: text })}
      />
      {phone && !more ? null : (
        <>
          <Choice
            label={t('admin.field.severity')}
            value={search.severity}
            options={SEVERITIES.map((value) => ({ value, label: t(`admin.choice.severity.${value}`) }))}
            onChange={(severity) => set({ severity: SEVERITIES.find((each) => each === severity) })}
          />
          <Choice
            label={t('admin.field.category')}
            value={search.category}
            options={ALARM_CATEGORIES.map((value) => ({ value, label: t(`admin.choice.category.${value}`) }))}
            onChange={(category) => set({ category: ALARM_CATEGORIES.find((each) => each === category) })}
          />
          <Days list={list} search={search} onChange={set} />
        </>
      )}
      <Button
        aria-expanded={more}
        onClick={() => setMore(!more)}
        endIcon={<Icon name={more ? 'chevronUp' : 'chevronDown'} size={16} />}
      >
        {phone ? t('alarm.filter.others') : t('alarm.filter.more')}
      </Button>
      {isNarrowed(search) ? (
        <Button onClick={() => onChange(NOTHING_NARROWED)}>{t('alarm.filter.clear')}</Button>
      ) : null}
      {more ? (
        <div className={styles.names}>
          {NAME_FILTERS.map((name) => (
            <TypedField
              key={`${name}${search[name] === undefined ? '' : ' given'}`}
              label={t(`admin.field.${FIELD[name]}`)}
              value={search[name]}
              onChange={(text) => set({ [name]: text })}
            />
          ))}
        </div>
      ) : null}
      <PlaceChip search={search} place={place} onChange={set} />
    </div>
  );
}

interface PlaceChipProps {
  search: AlarmSearch;
  place: string | undefined;
  onChange: (part: Partial<AlarmSearch>) => void;
}

function PlaceChip({ search, place, onChange }: PlaceChipProps) {
  const { t } = useTranslation();
  if (!PLACE_FILTERS.some((name) => search[name] !== undefined)) return null;
  const name = place ?? t('alarm.filter.place');
  return (
    <div className={styles.chips}>
      <Chip
        label={name}
        icon={<Icon name="places" size={16} />}
        onDelete={() => onChange(Object.fromEntries(PLACE_FILTERS.map((each) => [each, undefined])))}
        deleteIcon={
          <button type="button" aria-label={t('alarm.filter.remove', { name })} className={styles.remove}>
            <Icon name="close" size={14} />
          </button>
        }
      />
    </div>
  );
}

function Days({
  list,
  search,
  onChange,
}: {
  list: AlarmList;
  search: AlarmSearch;
  onChange: (part: Partial<AlarmSearch>) => void;
}) {
  const { t } = useTranslation();
  const first = firstDayOf(list, search);
  const { endTime } = search;
  const isBackward = first !== undefined && endTime !== undefined && endTime < first;
  return (
    <>
      <DateField
        label={t('alarm.filter.from')}
        optional
        value={first ?? ''}
        onChange={(day) => onChange({ startTime: day === '' ? 'any' : day })}
      />
      <DateField
        label={t('alarm.filter.to')}
        optional
        value={endTime ?? ''}
        onChange={(day) => onChange({ endTime: day === '' ? undefined : day })}
        error={isBackward ? t('field.BEFORE_START') : undefined}
      />
    </>
  );
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

function Choice({ label, value, options, onChange }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: 112 }}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
    >
      <MenuItem value="">{t('alarm.filter.all')}</MenuItem>
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

interface TypedFieldProps {
  label: string;
  placeholder?: string;
  value: string | undefined;
  onChange: (text: string | undefined) => void;
}

function TypedField({ label, placeholder, value = '', onChange }: TypedFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim() || undefined), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextField
      type="search"
      size="small"
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.target.value)}
      slotProps={{ htmlInput: { maxLength: MAX_FILTER, autoComplete: 'off' }, inputLabel: { shrink: true } }}
    />
  );
}
