import { MAX_NAMED_ITEMS } from '@airdeck/contract/history/bounds';
import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { HistoryKind } from './screen.ts';
import { ALL, type HistorySearch } from './search.ts';

/** The selected places, and what of them is selected. */
export interface Selection {
  organization: number | undefined;
  office: number | undefined;
  department: number | undefined;
  /** All meters of the places, or ids of some of them. */
  meter: typeof ALL | readonly number[];
  sensor: readonly number[];
  purifier: readonly number[];
}

export const selectionOf = ({
  organization,
  office,
  department,
  meter,
  sensor,
  purifier,
}: HistorySearch): Selection => ({
  organization,
  office,
  department,
  meter: meter ?? [],
  sensor: sensor ?? [],
  purifier: purifier ?? [],
});

const some = (ids: readonly number[]): number[] | undefined => (ids.length === 0 ? undefined : [...ids]);

/** The part of an address that represents a selection. */
export const searchOf = (selection: Selection) =>
  ({
    ...selection,
    meter: selection.meter === ALL ? ALL : some(selection.meter),
    sensor: some(selection.sensor),
    purifier: some(selection.purifier),
  }) satisfies Partial<HistorySearch>;

/** Meters that have what a screen shows. */
export const metersFor = (kind: HistoryKind, meters: readonly ChoiceMeter[]): readonly ChoiceMeter[] =>
  kind === 'meter'
    ? meters
    : meters.filter(({ sensors, purifiers }) => (kind === 'sensor' ? sensors : purifiers).length > 0);

type Places = Pick<Selection, 'organization' | 'office' | 'department'>;

/** Meters of the selected places. */
export const metersIn = (meters: readonly ChoiceMeter[], { organization, office, department }: Places): ChoiceMeter[] =>
  meters.filter(
    (meter) =>
      (organization === undefined || meter.organization_id === organization) &&
      (office === undefined || meter.office_id === office) &&
      (department === undefined || meter.department_id === department),
  );

const hasOneOf = (ids: readonly number[], things: readonly { id: number }[]) =>
  things.some(({ id }) => ids.includes(id));

/** Meters of a selection: those of the selected sensors or purifiers, if there are any. */
export function coveredMeters(kind: HistoryKind, meters: readonly ChoiceMeter[], selection: Selection): ChoiceMeter[] {
  const { meter, sensor, purifier } = selection;
  if (kind === 'sensor' && sensor.length > 0) return meters.filter(({ sensors }) => hasOneOf(sensor, sensors));
  if (kind === 'purifier' && purifier.length > 0) return meters.filter((each) => hasOneOf(purifier, each.purifiers));
  return meter === ALL ? metersIn(meters, selection) : meters.filter(({ id }) => meter.includes(id));
}

/** Whether a search is possible: a meter, sensor or purifier must be selected. */
export const isSearchable = (kind: HistoryKind, { meter, sensor, purifier }: Selection): boolean =>
  meter === ALL ||
  meter.length > 0 ||
  (kind === 'sensor' && sensor.length > 0) ||
  (kind === 'purifier' && purifier.length > 0);

/** Whether all meters may be selected. Of very many that needs a place, unless there is only one organization. */
export const mayTakeAll = (meters: readonly ChoiceMeter[], { organization, office, department }: Places): boolean =>
  (organization ?? office ?? department) !== undefined ||
  meters.length <= MAX_NAMED_ITEMS ||
  new Set(meters.map((each) => each.organization_id)).size === 1;

/** The id that all of them have; undefined when they differ, or there are none. */
const common = ([first, ...more]: readonly ChoiceMeter[], level: PlaceLevel): number | undefined => {
  const id = first?.[`${level}_id`];
  return more.every((meter) => meter[`${level}_id`] === id) ? id : undefined;
};

/**
 * The selection with the places above it filled in: of single meters those that they have in common, of all meters of a
 * place those above the place.
 */
function filled(meters: readonly ChoiceMeter[], selection: Selection): Selection {
  const { meter, organization, office, department } = selection;
  if (meter !== ALL) {
    const chosen = meters.filter(({ id }) => meter.includes(id));
    if (chosen.length === 0) return selection;
    const at = (level: PlaceLevel) => common(chosen, level);
    return { ...selection, organization: at('organization'), office: at('office'), department: at('department') };
  }
  const [any] = metersIn(meters, selection);
  if (any === undefined) return selection;
  return {
    ...selection,
    organization: organization ?? (office === undefined && department === undefined ? undefined : any.organization_id),
    office: office ?? (department === undefined ? undefined : any.office_id),
  };
}

/**
 * The selection without items outside the selected places or meters. A single meter in use is selected automatically.
 */
function fitted(meters: readonly ChoiceMeter[], selection: Selection): Selection {
  const within = metersIn(meters, selection);
  const wanted = selection.meter;
  const named = wanted === ALL ? ALL : within.filter(({ id }) => wanted.includes(id)).map(({ id }) => id);
  const [only, second] = within.filter(({ past_state }) => past_state === undefined);
  const meter = named.length === 0 && only !== undefined && second === undefined ? [only.id] : named;
  const open = meter === ALL || meter.length === 0 ? within : within.filter(({ id }) => meter.includes(id));
  const keep = (ids: readonly number[], have: readonly { id: number }[]) =>
    have.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  return filled(meters, {
    ...selection,
    meter: meter === ALL && !mayTakeAll(meters, selection) ? [] : meter,
    sensor: keep(
      selection.sensor,
      open.flatMap(({ sensors }) => sensors),
    ),
    purifier: keep(
      selection.purifier,
      open.flatMap(({ purifiers }) => purifiers),
    ),
  });
}

/** The selection that a screen begins with: that of its address, as far as it exists. */
export const firstSelection = (meters: readonly ChoiceMeter[], search: HistorySearch): Selection =>
  fitted(meters, selectionOf(search));

export type PlaceLevel = keyof Places;

/** The selection with all meters of its place, if nothing else of it is selected. */
const orAll = (meters: readonly ChoiceMeter[], selection: Selection): Selection => {
  const { meter, sensor, purifier } = selection;
  if (meter === ALL || meter.length + sensor.length + purifier.length > 0) return selection;
  return fitted(meters, { ...selection, meter: ALL });
};

/**
 * The selection with another place. Items below the old place are removed, and parents of the new one are added.
 * Without a meter in it, all its meters are selected, as in the tree.
 */
export function withPlace(
  meters: readonly ChoiceMeter[],
  selection: Selection,
  level: PlaceLevel,
  id: number | undefined,
): Selection {
  const at = id === undefined ? undefined : meters.find((meter) => meter[`${level}_id`] === id);
  const places: Record<PlaceLevel, Places> = {
    organization: { organization: id, office: undefined, department: undefined },
    office: { organization: at?.organization_id ?? selection.organization, office: id, department: undefined },
    department: {
      organization: at?.organization_id ?? selection.organization,
      office: at?.office_id ?? selection.office,
      department: id,
    },
  };
  // A place that is emptied would be filled in again by meters that lie in it.
  const kept = id === undefined ? { ...selection, meter: [], sensor: [], purifier: [] } : selection;
  return orAll(meters, fitted(meters, { ...kept, ...places[level] }));
}

/** The selection with other meters. `all` and single meters exclude each other: the last pick stays. */
export function withMeters(
  meters: readonly ChoiceMeter[],
  selection: Selection,
  picked: readonly (number | typeof ALL)[],
): Selection {
  const ids = picked.filter((each) => each !== ALL);
  const all = picked.includes(ALL) && (selection.meter !== ALL || ids.length === 0);
  // An emptied field stays empty, even where there is only one meter.
  if (picked.length === 0) return { ...selection, meter: [] };
  // Meters of other places may be added: the places follow the meters.
  const nowhere = { organization: undefined, office: undefined, department: undefined };
  return all ? fitted(meters, { ...selection, meter: ALL }) : fitted(meters, { ...selection, ...nowhere, meter: ids });
}

/** Types that the meters measure, in the usual order. */
export function typesOf(covered: readonly ChoiceMeter[]): SensorType[] {
  const there = new Set(covered.flatMap(({ sensors }) => sensors.map(({ type }) => type)));
  return SENSOR_TYPES.filter((type) => there.has(type));
}
