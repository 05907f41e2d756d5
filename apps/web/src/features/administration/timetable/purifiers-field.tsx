import { getTimetablePurifiers, type PlacedPurifier, type TimetableItem } from '@airdeck/contract/control/timetable';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useController, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { routeQuery } from '../../../lib/api/route-query.ts';
import { fieldText } from '../../../ui/form/form-fields.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { ErrorPanel } from '../../../ui/state/state-panels.tsx';
import type { CustomFieldProps } from '../model/definition.ts';
import { firstCode } from './in-words.ts';
import styles from './timetable.module.css';

/** Purifiers by office and department, in their given order. */
const byPlace = (purifiers: readonly PlacedPurifier[]): Map<string, PlacedPurifier[]> => {
  const places = new Map<string, PlacedPurifier[]>();
  for (const purifier of purifiers) {
    const place = `${purifier.office_name} · ${purifier.department_name}`;
    const others = places.get(place);
    if (others) others.push(purifier);
    else places.set(place, [purifier]);
  }
  return places;
};

/** Chooses the purifiers that follow the timetable, place by place. One with another timetable keeps it. */
export function PurifiersField({ control, name, label, disabled, item }: CustomFieldProps<TimetableItem>) {
  const { t } = useTranslation();
  const { field, fieldState } = useController({ control, name });
  const organization = Number(useWatch({ control, name: 'organization_id' }) ?? item?.organization_id ?? 0);
  const { data, error, refetch } = useQuery({
    ...routeQuery(getTimetablePurifiers, { query: { organizationId: String(organization) as never } }),
    enabled: organization > 0,
    staleTime: 0,
  });
  const chosen = new Set((field.value ?? []) as readonly number[]);
  const set = (purifiers: readonly PlacedPurifier[], isChosen: boolean) => {
    const ids = new Set(purifiers.map(({ id }) => id));
    field.onChange([...[...chosen].filter((id) => !ids.has(id)), ...(isChosen ? ids : [])].toSorted((a, b) => a - b));
  };
  const isElsewhere = ({ timetable_id }: PlacedPurifier) => timetable_id !== null && timetable_id !== item?.id;
  const code = firstCode(fieldState.error);
  return (
    <fieldset className={styles.group}>
      <legend>
        {label} · {t('admin.timetable.chosen', { count: chosen.size })}
      </legend>
      {code === undefined ? null : (
        <p role="alert" className={styles.error}>
          {fieldText(t, code)}
        </p>
      )}
      {organization > 0 ? null : <p className={styles.hint}>{t('admin.timetable.organizationFirst')}</p>}
      {error === null ? null : <ErrorPanel error={error} onRetry={() => void refetch()} />}
      {data?.purifiers.length === 0 ? <p className={styles.hint}>{t('admin.timetable.noPurifiers')}</p> : null}
      <div className={styles.places}>
        {[...byPlace(data?.purifiers ?? [])].map(([place, purifiers]) => {
          const free = purifiers.filter((purifier) => !isElsewhere(purifier));
          const count = purifiers.filter(({ id }) => chosen.has(id)).length;
          return (
            <Place
              key={place}
              name={place}
              count={t('admin.timetable.chosenOf', { chosen: count, total: purifiers.length })}
              box={
                <Checkbox
                  size="small"
                  checked={free.length > 0 && count === free.length}
                  indeterminate={count > 0 && count < free.length}
                  disabled={disabled || free.length === 0}
                  onChange={(_, isChosen) => set(free, isChosen)}
                  slotProps={{ input: { 'aria-label': place } }}
                />
              }
            >
              {purifiers.map((purifier) => (
                <FormControlLabel
                  key={purifier.id}
                  disabled={disabled || isElsewhere(purifier)}
                  control={
                    <Checkbox
                      size="small"
                      checked={chosen.has(purifier.id)}
                      onChange={(_, isChosen) => set([purifier], isChosen)}
                    />
                  }
                  label={[
                    `${purifier.meter_name} · ${purifier.name}`,
                    ...(isElsewhere(purifier)
                      ? [t('admin.timetable.elsewhere', { name: purifier.timetable_name ?? '' })]
                      : []),
                    ...(purifier.use === 'N' ? [t('admin.timetable.unused')] : []),
                  ].join(' · ')}
                />
              ))}
            </Place>
          );
        })}
      </div>
    </fieldset>
  );
}

interface PlaceProps {
  name: string;
  /** How many of its purifiers are chosen. */
  count: string;
  /** Chooses all of them. It stands beside the button, not within it: each is reached by keyboard on its own. */
  box: React.ReactNode;
  children: React.ReactNode;
}

/** The purifiers of a place, shown on request. */
function Place({ name, count, box, children }: PlaceProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <div className={styles.place}>
        {box}
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen((old) => !old)}>
          <span>{name}</span>
          <small>{count}</small>
          <Icon name="chevronDown" size={16} />
        </button>
      </div>
      {isOpen ? children : null}
    </div>
  );
}
