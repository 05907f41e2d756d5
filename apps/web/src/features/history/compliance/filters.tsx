import { COMPLIANCE_LEVELS, ownPackName, type PackInfo } from '@airdeck/contract/limit/compliance';
import type { DayRange } from '@airdeck/domain/range';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useTranslation } from 'react-i18next';
import { DateField } from '../../../ui/form/date-field.tsx';
import { ChoiceFilter, FilterBar } from '../../../ui/form/filter-fields.tsx';
import { useChoices } from '../api/use-choices.ts';
import styles from './compliance.module.css';
import { COMPLIANCE_PERIODS, type WrongDays } from './periods.ts';
import { packName } from './rule-text.ts';
import { type ComplianceSearch, DEFAULT_LEVEL, DEFAULT_PACK, DEFAULT_PERIOD } from './search.ts';

interface FiltersProps {
  search: ComplianceSearch;
  days: DayRange;
  /** Why the days are refused. */
  wrong: WrongDays | null;
  packs: readonly PackInfo[];
  onChange: (part: Partial<ComplianceSearch>) => void;
}

/** Which limits, of which places and days. */
export function ComplianceFilters({ search, days, wrong, packs, onChange }: FiltersProps) {
  const { t } = useTranslation();
  const { pack = DEFAULT_PACK, level = DEFAULT_LEVEL, period = DEFAULT_PERIOD } = search;
  return (
    <FilterBar>
      <Select
        label={t('compliance.pack')}
        value={pack}
        options={
          packs.length === 0
            ? [{ value: pack, label: packName(t, { code: pack, name: null }) }]
            : [
                ...packs.map((each) => ({ value: each.code, label: packName(t, each) })),
                ...(packs.some(({ code }) => code === pack)
                  ? []
                  : [{ value: pack, label: ownPackName(pack) ?? t('compliance.unknownPack') }]),
              ]
        }
        onChange={(value) => onChange({ pack: value === DEFAULT_PACK ? undefined : value })}
      />
      <Select
        label={t('compliance.period')}
        value={period}
        options={COMPLIANCE_PERIODS.map((value) => ({ value, label: t(`compliance.periods.${value}`) }))}
        onChange={(value) => {
          const next = COMPLIANCE_PERIODS.find((each) => each === value);
          // Other days begin with the present ones.
          const free = next === 'free' ? days : { from: undefined, to: undefined };
          onChange({ period: next === DEFAULT_PERIOD ? undefined : next, ...free });
        }}
      />
      {period === 'free' ? <FreeDays {...{ search, days, wrong, onChange }} /> : null}
      <PlaceFilters search={search} onChange={onChange} />
      <Select
        label={t('compliance.level')}
        value={level}
        options={COMPLIANCE_LEVELS.map((value) => ({ value, label: t(`compliance.levels.${value}`) }))}
        onChange={(value) => {
          const next = COMPLIANCE_LEVELS.find((each) => each === value);
          onChange({ level: next === DEFAULT_LEVEL ? undefined : next });
        }}
      />
    </FilterBar>
  );
}

interface SelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

/** A choice that always has a value. */
export function Select({ label, value, options, onChange }: SelectProps) {
  return (
    <TextField
      select
      size="small"
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className={styles.select ?? ''}
    >
      {options.map((option) => (
        <MenuItem key={option.value} value={option.value}>
          {option.label}
        </MenuItem>
      ))}
    </TextField>
  );
}

function FreeDays({ days, wrong, onChange }: Pick<FiltersProps, 'search' | 'days' | 'wrong' | 'onChange'>) {
  const { t } = useTranslation();
  // A day that cannot be read says so itself.
  const error = wrong === null || wrong === 'unreadable' ? undefined : t(`compliance.${wrong}`);
  return (
    <>
      <DateField label={t('compliance.from')} value={days.from} onChange={(from) => onChange({ from })} />
      <DateField label={t('compliance.to')} value={days.to} error={error} onChange={(to) => onChange({ to })} />
    </>
  );
}

/** Organizations and offices; only where there are several. */
function PlaceFilters({ search, onChange }: Pick<FiltersProps, 'search' | 'onChange'>) {
  const { t } = useTranslation();
  const { data: meters = [] } = useChoices();
  const organizations = new Map(meters.map((meter) => [meter.organization_id, meter.organization_name]));
  const inOrganization = meters.filter(
    ({ organization_id }) => search.organization === undefined || organization_id === search.organization,
  );
  const offices = new Map(inOrganization.map((meter) => [meter.office_id, meter.office_name]));
  const optionsOf = (names: ReadonlyMap<number, string>) =>
    [...names].map(([id, name]) => ({ value: String(id), label: name }));
  const idOf = (value: string) => (value === '' ? undefined : Number(value));
  const hasOffices = offices.size > 1 && (organizations.size < 2 || search.organization !== undefined);
  return (
    <>
      {organizations.size < 2 ? null : (
        <ChoiceFilter
          label={t('compliance.organization')}
          value={search.organization === undefined ? undefined : String(search.organization)}
          options={optionsOf(organizations)}
          onChange={(value) => onChange({ organization: idOf(value), office: undefined })}
        />
      )}
      {hasOffices ? (
        <ChoiceFilter
          label={t('compliance.office')}
          value={search.office === undefined ? undefined : String(search.office)}
          options={optionsOf(offices)}
          onChange={(value) => onChange({ office: idOf(value) })}
        />
      ) : null}
    </>
  );
}
