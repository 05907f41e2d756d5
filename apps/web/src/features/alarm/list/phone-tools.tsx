import Badge from '@mui/material/Badge';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icon.tsx';
import type { TableParts } from '../../../ui/table/data-table.tsx';
import type { AlarmList } from '../model/queries.ts';
import { type AlarmSearch, type ChangeAlarmSearch, NAME_FILTERS } from '../model/search.ts';
import {
  AlarmChips,
  AlarmSearchField,
  ClearFilters,
  GroupSwitch,
  KindFilters,
  NameFilters,
  StateFilter,
} from './alarm-tools.tsx';
import styles from './phone-tools.module.css';

interface PhoneToolsProps {
  list: AlarmList;
  search: AlarmSearch;
  onChange: ChangeAlarmSearch;
  place: string | undefined;
  group: string | undefined;
  parts: TableParts;
  /** Beside the number of rows. */
  note: ReactNode;
  /** A way to choose several rows; undefined for those who may not. */
  choosing: { isOn: boolean; onToggle: () => void } | undefined;
}

/** Filters that are folded behind the button. */
const FOLDED = [...NAME_FILTERS, 'search', 'severity', 'category', 'endTime'] as const;

/** The tools of a phone: the states in one line, everything else behind a button. */
export function PhoneTools({ list, search, onChange, place, group, parts, note, choosing }: PhoneToolsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const set = (part: Partial<AlarmSearch>) => onChange({ ...part, page: undefined });
  const active = FOLDED.filter((name) => search[name] !== undefined).length;
  const label = active === 0 ? t('alarm.filter.open') : t('alarm.filter.openWith', { count: active });
  return (
    <div className={styles.tools}>
      <div className={styles.line}>
        <StateFilter list={list} search={search} onChange={set} />
        <IconButton
          aria-label={label}
          aria-expanded={isOpen}
          className={styles.button ?? ''}
          onClick={() => setOpen(!isOpen)}
        >
          <Badge badgeContent={active} color="primary">
            <Icon name="sliders" size={22} />
          </Badge>
        </IconButton>
      </div>
      {isOpen ? (
        <div className={styles.folded}>
          <AlarmSearchField search={search} onChange={set} />
          <div className={styles.pairs}>
            <KindFilters list={list} search={search} onChange={set} />
          </div>
          {list === 'live' ? <GroupSwitch search={search} onChange={set} /> : null}
          {list === 'live' ? (
            <Button
              variant="outlined"
              aria-pressed={search.state === 'OPEN'}
              onClick={() => set({ state: search.state === 'OPEN' ? undefined : 'OPEN' })}
            >
              {t('alarm.state.OPEN')}
            </Button>
          ) : null}
          {parts.sort}
          {choosing === undefined ? null : (
            <Button variant="outlined" aria-pressed={choosing.isOn} onClick={choosing.onToggle}>
              {t(choosing.isOn ? 'alarm.choosing.end' : 'alarm.choosing.begin')}
            </Button>
          )}
          <NameFilters search={search} onChange={set} />
          <ClearFilters search={search} onChange={onChange} />
        </div>
      ) : null}
      <AlarmChips search={search} place={place} group={group} onChange={set} />
      <div className={styles.line}>
        {parts.count}
        {note}
      </div>
    </div>
  );
}
