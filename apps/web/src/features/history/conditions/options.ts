import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { PickOption } from '../../../ui/pick/picker.tsx';
import { ALL } from '../model/search.ts';
import { metersIn, type PlaceLevel, type Selection } from '../model/selection.ts';

/** The places of a meter; without its organization where there is only one. */
const whereIs = (meter: ChoiceMeter, organizations: boolean): string =>
  [...(organizations ? [meter.organization_name] : []), meter.office_name, meter.department_name].join(' › ');

export const severalOrganizations = (meters: readonly ChoiceMeter[]): boolean =>
  meters.some(({ organization_id }) => organization_id !== meters[0]?.organization_id);

const ABOVE: Record<PlaceLevel, (meter: ChoiceMeter, organizations: boolean) => string[]> = {
  organization: () => [],
  office: (meter, organizations) => (organizations ? [meter.organization_name] : []),
  department: (meter, organizations) => [...(organizations ? [meter.organization_name] : []), meter.office_name],
};

/**
 * Places of a level that have meters, below the selected ones. Places whose parents are not selected are offered too.
 * Places that were filled in from single meters do not restrict, because the user did not choose them.
 */
export function placeOptions(meters: readonly ChoiceMeter[], chosen: Selection, level: PlaceLevel): PickOption[] {
  const filledIn = chosen.meter !== ALL && chosen.meter.length > 0;
  const selection = filledIn ? { ...chosen, organization: undefined, office: undefined } : chosen;
  const above = { organization: undefined, office: undefined, department: undefined };
  if (level !== 'organization') Object.assign(above, { organization: selection.organization });
  if (level === 'department') Object.assign(above, { office: selection.office });
  const several = severalOrganizations(meters) && selection.organization === undefined;
  const options = new Map<number, PickOption>();
  for (const meter of metersIn(meters, above)) {
    const names = above.office === undefined ? ABOVE[level](meter, several) : [];
    const id = meter[`${level}_id`];
    if (options.has(id)) continue;
    const detail = names.join(' › ');
    options.set(id, { id, label: meter[`${level}_name`], ...(detail === '' ? {} : { detail }) });
  }
  return [...options.values()];
}

/** Meters grouped by their department: those of the selected places first, then the others, which may be added. */
export function meterOptions(meters: readonly ChoiceMeter[], selection: Selection): PickOption[] {
  const several = severalOrganizations(meters);
  const within = new Set(metersIn(meters, selection));
  return [...within, ...meters.filter((meter) => !within.has(meter))].map((meter) => ({
    id: meter.id,
    label: meter.name,
    group: whereIs(meter, several),
  }));
}
