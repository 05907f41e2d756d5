import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { MultiPicker, type PickOption } from '../../../ui/pick/picker.tsx';
import { ALL } from '../model/search.ts';
import { mayTakeAll, metersIn, type Selection, withMeters } from '../model/selection.ts';
import { meterOptions, severalOrganizations } from './options.ts';

interface MeterPickerProps {
  meters: readonly ChoiceMeter[];
  selection: Selection;
  onChange: (selection: Selection) => void;
  /** The error after a search without a meter. */
  error: string | undefined;
  required: boolean;
  inputRef: Ref<HTMLInputElement>;
}

/** Name of the narrowest selected place. */
function placeName(
  [meter]: readonly ChoiceMeter[],
  { organization, office, department }: Selection,
): string | undefined {
  if (department !== undefined) return meter?.department_name;
  if (office !== undefined) return meter?.office_name;
  return organization === undefined ? undefined : meter?.organization_name;
}

function useAllOption(meters: readonly ChoiceMeter[], selection: Selection): PickOption<number | typeof ALL>[] {
  const { t } = useTranslation();
  const within = metersIn(meters, selection);
  if (within.length < 2 || !mayTakeAll(meters, selection)) return [];
  const place = placeName(within, selection);
  const count = within.length;
  const label =
    place === undefined ? t('history.choose.allHere', { count }) : t('history.choose.all', { place, count });
  const group = severalOrganizations(meters) ? (within[0]?.organization_name ?? '') : '';
  return [{ id: ALL, label, group }];
}

/** Picks meters by name, or all of the place at once. */
export function MeterPicker({ meters, selection, onChange, error, required, inputRef }: MeterPickerProps) {
  const { t } = useTranslation();
  return (
    <MultiPicker<number | typeof ALL>
      label={t('monitoring.kind.meter')}
      placeholder={t('history.choose.typeName')}
      options={[...useAllOption(meters, selection), ...meterOptions(meters, selection)]}
      value={selection.meter === ALL ? [ALL] : selection.meter}
      onChange={(picked) => onChange(withMeters(meters, selection, picked))}
      error={error !== undefined}
      hint={error}
      required={required}
      inputRef={inputRef}
    />
  );
}
