import { ALARM_STATES, type AlarmState } from '@airdeck/contract/alarm/routes';
import { ALARM_CATEGORIES } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import {
  ChoiceFilter,
  FilterBar,
  FilterChip,
  FilterChips,
  FilterNames,
  MoreFilters,
  SearchFilter,
  TextFilter,
} from '../../../ui/form/filter-fields.tsx';
import { SegmentedControl } from '../../../ui/segmented-control.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { type AlarmList, firstDayOf } from '../model/queries.ts';
import {
  type AlarmSearch,
  type ChangeAlarmSearch,
  isNarrowed,
  NAME_FILTERS,
  type NameFilter,
  NOTHING_NARROWED,
  PLACE_FILTERS,
} from '../model/search.ts';

/** Selectable states in the live list and in the history. */
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
  onChange: ChangeAlarmSearch;
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
    <FilterBar>
      {list === 'live' ? (
        <SegmentedControl
          label={t('alarm.state.label')}
          value={search.state ?? 'PENDING'}
          options={STATES.live.map((value) => ({ value, label: t(`alarm.state.${value}`) }))}
          onChange={(state) => set({ state: state === 'PENDING' ? undefined : state })}
        />
      ) : (
        <ChoiceFilter
          label={t('alarm.state.label')}
          value={search.state}
          options={STATES.history.map((value) => ({ value, label: t(`alarm.state.${value}`) }))}
          onChange={(state) => set({ state: ALARM_STATES.find((each) => each === state) })}
        />
      )}
      <SearchFilter
        key={search.search === undefined ? 'empty' : 'given'}
        hint={t('alarm.filter.searchHint')}
        value={search.search}
        onChange={(text) => set({ search: text })}
      />
      {phone && !more ? null : (
        <>
          <ChoiceFilter
            label={t('admin.field.severity')}
            value={search.severity}
            options={SEVERITIES.map((value) => ({ value, label: t(`admin.choice.severity.${value}`) }))}
            onChange={(severity) => set({ severity: SEVERITIES.find((each) => each === severity) })}
          />
          <ChoiceFilter
            label={t('admin.field.category')}
            value={search.category}
            options={ALARM_CATEGORIES.map((value) => ({ value, label: t(`admin.choice.category.${value}`) }))}
            onChange={(category) => set({ category: ALARM_CATEGORIES.find((each) => each === category) })}
          />
          <Days list={list} search={search} onChange={set} />
        </>
      )}
      <MoreFilters open={more} onToggle={setMore} />
      {isNarrowed(search) ? (
        <Button onClick={() => onChange(NOTHING_NARROWED)}>{t('alarm.filter.clear')}</Button>
      ) : null}
      {more ? (
        <FilterNames>
          {NAME_FILTERS.map((name) => (
            <TextFilter
              key={`${name}${search[name] === undefined ? '' : ' given'}`}
              label={t(`admin.field.${FIELD[name]}`)}
              value={search[name]}
              onChange={(text) => set({ [name]: text })}
            />
          ))}
        </FilterNames>
      ) : null}
      <PlaceChip search={search} place={place} onChange={set} />
    </FilterBar>
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
    <FilterChips>
      <FilterChip
        name={name}
        removal={t('alarm.filter.remove', { name })}
        onRemove={() => onChange(Object.fromEntries(PLACE_FILTERS.map((each) => [each, undefined])))}
      />
    </FilterChips>
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
