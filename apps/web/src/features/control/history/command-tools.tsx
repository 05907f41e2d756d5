import { COMMANDS } from '@airdeck/domain/control/command';
import { COMMAND_ORIGINS, COMMAND_STATES } from '@airdeck/domain/control/command-state';
import Button from '@mui/material/Button';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChangeSearch } from '../../../lib/url/search-fields.ts';
import { DayFilter } from '../../../ui/form/day-filter.tsx';
import {
  ChoiceFilter,
  FilterBar,
  FilterChip,
  FilterChips,
  MoreFilters,
  SearchFilter,
  TextFilter,
} from '../../../ui/form/filter-fields.tsx';
import { PHONE } from '../../../ui/theme/tokens.ts';
import { firstDayOf } from '../model/queries.ts';
import { type CommandSearch, isNarrowedHistory, NAME_FILTERS, withoutFilters } from '../model/search.ts';
import { NameFilters } from '../shared/name-filters.tsx';

interface CommandToolsProps {
  search: CommandSearch;
  onChange: ChangeSearch<CommandSearch>;
  /** The name of the purifier that a link led to. */
  purifier: string | undefined;
}

/** Narrows the list of commands. Everything is in the address. */
export function CommandTools({ search, onChange, purifier }: CommandToolsProps) {
  const { t } = useTranslation();
  const phone = useMediaQuery(PHONE);
  const [more, setMore] = useState(() =>
    [...NAME_FILTERS, 'userLogin' as const].some((name) => search[name] !== undefined),
  );
  const set = (part: Partial<CommandSearch>) => onChange({ ...part, page: undefined });
  return (
    <FilterBar>
      <SearchFilter
        key={search.search === undefined ? 'empty' : 'given'}
        hint={t('control.list.searchHint')}
        value={search.search}
        onChange={(text) => set({ search: text })}
      />
      {phone && !more ? null : (
        <>
          <ChoiceFilter
            label={t('admin.field.command')}
            value={search.command}
            options={COMMANDS.map((value) => ({ value, label: t(`admin.choice.command.${value}`) }))}
            onChange={(command) => set({ command: COMMANDS.find((each) => each === command) })}
          />
          <ChoiceFilter
            label={t('control.state.field')}
            value={search.state}
            options={COMMAND_STATES.map((value) => ({ value, label: t(`admin.choice.state.${value}`) }))}
            onChange={(state) => set({ state: COMMAND_STATES.find((each) => each === state) })}
          />
          <ChoiceFilter
            label={t('admin.field.origin')}
            value={search.origin}
            options={COMMAND_ORIGINS.map((value) => ({ value, label: t(`admin.choice.origin.${value}`) }))}
            onChange={(origin) => set({ origin: COMMAND_ORIGINS.find((each) => each === origin) })}
          />
          <DayFilter
            labels={{ from: t('control.state.from'), to: t('control.state.to') }}
            days={{ startTime: firstDayOf(search), endTime: search.endTime }}
            onChange={({ startTime, ...end }) => set('endTime' in end ? end : { startTime: startTime ?? 'any' })}
          />
        </>
      )}
      <MoreFilters open={more} onToggle={setMore} />
      {isNarrowedHistory(search) ? (
        <Button onClick={() => onChange(withoutFilters(search))}>{t('alarm.filter.clear')}</Button>
      ) : null}
      {more ? (
        <>
          <NameFilters search={search} onChange={set} />
          <TextFilter
            key={`user${search.userLogin === undefined ? '' : ' given'}`}
            label={t('admin.field.user_login')}
            value={search.userLogin}
            onChange={(userLogin) => set({ userLogin })}
          />
        </>
      ) : null}
      <FilterChips>
        {search.purifierId === undefined ? null : (
          <Removable name={purifier ?? t('admin.field.air_name')} onRemove={() => set({ purifierId: undefined })} />
        )}
        {search.batchId === undefined ? null : (
          <Removable name={t('control.state.batchFilter')} onRemove={() => set({ batchId: undefined })} />
        )}
      </FilterChips>
    </FilterBar>
  );
}

function Removable({ name, onRemove }: { name: string; onRemove: () => void }) {
  const { t } = useTranslation();
  return <FilterChip name={name} removal={t('control.list.filter', { name })} onRemove={onRemove} />;
}
