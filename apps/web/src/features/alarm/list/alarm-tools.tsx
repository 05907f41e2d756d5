import { ALARM_STATES, type AlarmState } from '@airdeck/contract/alarm/routes';
import { ALARM_CATEGORIES } from '@airdeck/contract/alarm/schema';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayFilter } from '../../../ui/form/day-filter.tsx';
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
import { type AlarmList, daysOf } from '../model/queries.ts';
import {
  type AlarmSearch,
  type ChangeAlarmSearch,
  isPart,
  NAME_FILTERS,
  type NameFilter,
  NOTHING_NARROWED,
  PLACE_FILTERS,
} from '../model/search.ts';

/** Selectable states in the live list and in the history. */
const STATES: Readonly<Record<AlarmList, readonly AlarmState[]>> = {
  live: ['PENDING', 'HANDLED', 'ENDED', 'SHELVED', 'OPEN'],
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
  /** Name of the shown group. */
  group: string | undefined;
  /** Whether a panel is beside the list: most filters are folded. */
  narrow: boolean;
}

type Set = (part: Partial<AlarmSearch>) => void;

/** Narrows a list of alarms. Everything is in the address. */
export function AlarmTools({ list, search, onChange, place, group, narrow }: AlarmToolsProps) {
  const [more, setMore] = useState(() => NAME_FILTERS.some((name) => search[name] !== undefined));
  const set: Set = (part) => onChange({ ...part, page: undefined });
  return (
    <FilterBar>
      <StateFilter list={list} search={search} onChange={set} />
      <AlarmSearchField search={search} onChange={set} />
      {list === 'live' && (more || !narrow) ? <GroupSwitch search={search} onChange={set} /> : null}
      {narrow && !more ? null : <KindFilters list={list} search={search} onChange={set} />}
      <MoreFilters open={more} onToggle={setMore} all={narrow} />
      <ClearFilters search={search} onChange={onChange} />
      {more ? <NameFilters search={search} onChange={set} /> : null}
      <AlarmChips search={search} place={place} group={group} onChange={set} />
    </FilterBar>
  );
}

interface FilterProps {
  search: AlarmSearch;
  onChange: Set;
}

export function StateFilter({ list, search, onChange }: FilterProps & { list: AlarmList }) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  if (list === 'live') {
    return (
      <SegmentedControl
        label={t('alarm.state.label')}
        value={search.state ?? 'PENDING'}
        options={STATES.live
          // A phone has no room for all of them; the folded filters have the last one.
          .filter((value) => !phone || value !== 'OPEN' || search.state === 'OPEN')
          .map((value) => ({ value, label: t(`alarm.state.${value}`) }))}
        onChange={(state) => onChange({ state: state === 'PENDING' ? undefined : state })}
      />
    );
  }
  return (
    <ChoiceFilter
      label={t('alarm.state.label')}
      value={search.state}
      options={STATES.history.map((value) => ({ value, label: t(`alarm.state.${value}`) }))}
      onChange={(state) => onChange({ state: ALARM_STATES.find((each) => each === state) })}
    />
  );
}

export function AlarmSearchField({ search, onChange }: FilterProps) {
  const { t } = useTranslation();
  return (
    <SearchFilter
      key={search.search === undefined ? 'empty' : 'given'}
      hint={t('alarm.filter.searchHint')}
      value={search.search}
      onChange={(text) => onChange({ search: text })}
    />
  );
}

const GROUPINGS = ['groups', 'each'] as const;

/** Whether the same alarms of a department are one row. */
export function GroupSwitch({ search, onChange }: FilterProps) {
  const { t } = useTranslation();
  if (search.group !== undefined) return null;
  return (
    <SegmentedControl
      label={t('alarm.group.label')}
      value={search.each === undefined ? 'groups' : 'each'}
      options={GROUPINGS.map((value) => ({ value, label: t(`alarm.group.view.${value}`) }))}
      onChange={(value) => onChange({ each: value === 'each' ? 'Y' : undefined })}
    />
  );
}

export function KindFilters({ list, search, onChange }: FilterProps & { list: AlarmList }) {
  const { t } = useTranslation();
  return (
    <>
      <ChoiceFilter
        label={t('admin.field.severity')}
        value={search.severity}
        options={SEVERITIES.map((value) => ({ value, label: t(`admin.choice.severity.${value}`) }))}
        onChange={(severity) => onChange({ severity: SEVERITIES.find((each) => each === severity) })}
      />
      <ChoiceFilter
        label={t('admin.field.category')}
        value={search.category}
        options={ALARM_CATEGORIES.map((value) => ({ value, label: t(`admin.choice.category.${value}`) }))}
        onChange={(category) => onChange({ category: ALARM_CATEGORIES.find((each) => each === category) })}
      />
      <Days list={list} search={search} onChange={onChange} />
    </>
  );
}

export function ClearFilters({ search, onChange }: { search: AlarmSearch; onChange: ChangeAlarmSearch }) {
  const { t } = useTranslation();
  if (!isPart(search)) return null;
  return <Button onClick={() => onChange(NOTHING_NARROWED)}>{t('alarm.filter.clear')}</Button>;
}

export function NameFilters({ search, onChange }: FilterProps) {
  const { t } = useTranslation();
  return (
    <FilterNames>
      {NAME_FILTERS.map((name) => (
        <TextFilter
          key={`${name}${search[name] === undefined ? '' : ' given'}`}
          label={t(`admin.field.${FIELD[name]}`)}
          value={search[name]}
          onChange={(text) => onChange({ [name]: text })}
        />
      ))}
    </FilterNames>
  );
}

interface AlarmChipsProps extends FilterProps {
  place: string | undefined;
  group: string | undefined;
}

const NO_PLACE = Object.fromEntries(PLACE_FILTERS.map((each) => [each, undefined]));

/** Filters that a link has set: a place, a group. */
export function AlarmChips({ search, place, group, onChange }: AlarmChipsProps) {
  const { t } = useTranslation();
  const chips = [
    ...(PLACE_FILTERS.some((name) => search[name] !== undefined)
      ? [{ name: place ?? t('alarm.filter.place'), without: NO_PLACE }]
      : []),
    ...(search.group === undefined ? [] : [{ name: group ?? t('alarm.group.one'), without: { group: undefined } }]),
  ];
  if (chips.length === 0) return null;
  return (
    <FilterChips>
      {chips.map(({ name, without }) => (
        <FilterChip
          key={name}
          name={name}
          removal={t('alarm.filter.remove', { name })}
          onRemove={() => onChange(without)}
        />
      ))}
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
  return (
    <DayFilter
      labels={{ from: t('alarm.filter.from'), to: t('alarm.filter.to') }}
      days={daysOf(list, search)}
      onChange={({ startTime, ...end }) => onChange('endTime' in end ? end : { startTime: startTime ?? 'any' })}
    />
  );
}
