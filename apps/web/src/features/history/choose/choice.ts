import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { HistoryKind } from '../address/screen.ts';
import { ALL, type HistorySearch } from '../address/search.ts';

/** Which places, and what of them. */
export interface Choice {
  organization: number | undefined;
  office: number | undefined;
  department: number | undefined;
  /** All meters of the places, or some of them by id. */
  meter: typeof ALL | readonly number[];
  sensor: readonly number[];
  purifier: readonly number[];
}

export const choiceOf = ({ organization, office, department, meter, sensor, purifier }: HistorySearch): Choice => ({
  organization,
  office,
  department,
  meter: meter ?? [],
  sensor: sensor ?? [],
  purifier: purifier ?? [],
});

const some = (ids: readonly number[]): number[] | undefined => (ids.length === 0 ? undefined : [...ids]);

/** The part of an address that says a choice. */
export const searchOf = (choice: Choice) =>
  ({
    ...choice,
    meter: choice.meter === ALL ? ALL : some(choice.meter),
    sensor: some(choice.sensor),
    purifier: some(choice.purifier),
  }) satisfies Partial<HistorySearch>;

/** Meters that have what a screen is about. */
export const metersFor = (kind: HistoryKind, meters: readonly ChoiceMeter[]): readonly ChoiceMeter[] =>
  kind === 'meter'
    ? meters
    : meters.filter(({ sensors, purifiers }) => (kind === 'sensor' ? sensors : purifiers).length > 0);

type Places = Pick<Choice, 'organization' | 'office' | 'department'>;

/** Meters of the places that are chosen. */
export const metersIn = (meters: readonly ChoiceMeter[], { organization, office, department }: Places): ChoiceMeter[] =>
  meters.filter(
    (meter) =>
      (organization === undefined || meter.organization_id === organization) &&
      (office === undefined || meter.office_id === office) &&
      (department === undefined || meter.department_id === department),
  );

const hasOneOf = (ids: readonly number[], things: readonly { id: number }[]) =>
  things.some(({ id }) => ids.includes(id));

/** Meters that a choice is about; those of named sensors or purifiers where such are named. */
export function coveredMeters(kind: HistoryKind, meters: readonly ChoiceMeter[], choice: Choice): ChoiceMeter[] {
  const { meter, sensor, purifier } = choice;
  if (kind === 'sensor' && sensor.length > 0) return meters.filter(({ sensors }) => hasOneOf(sensor, sensors));
  if (kind === 'purifier' && purifier.length > 0) return meters.filter((each) => hasOneOf(purifier, each.purifiers));
  return meter === ALL ? metersIn(meters, choice) : meters.filter(({ id }) => meter.includes(id));
}

/** A sensor or meter must be chosen before searching. */
export const isSearchable = (kind: HistoryKind, { meter, sensor, purifier }: Choice): boolean =>
  meter === ALL ||
  meter.length > 0 ||
  (kind === 'sensor' && sensor.length > 0) ||
  (kind === 'purifier' && purifier.length > 0);

/** All of a thousand organizations is no question: `all` needs a place, unless there is one organization anyway. */
export const mayTakeAll = (meters: readonly ChoiceMeter[], { organization, office, department }: Places): boolean =>
  (organization ?? office ?? department) !== undefined ||
  new Set(meters.map((each) => each.organization_id)).size === 1;

/** Without what does not lie in the chosen places or on the chosen meters; where there is one meter only, with it. */
function fitted(meters: readonly ChoiceMeter[], choice: Choice): Choice {
  const within = metersIn(meters, choice);
  const wanted = choice.meter;
  const named = wanted === ALL ? ALL : within.filter(({ id }) => wanted.includes(id)).map(({ id }) => id);
  const [only, second] = within;
  const meter = named.length === 0 && only !== undefined && second === undefined ? [only.id] : named;
  const open = meter === ALL || meter.length === 0 ? within : within.filter(({ id }) => meter.includes(id));
  const keep = (ids: readonly number[], have: readonly { id: number }[]) =>
    have.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
  return {
    ...choice,
    meter: meter === ALL && !mayTakeAll(meters, choice) ? [] : meter,
    sensor: keep(
      choice.sensor,
      open.flatMap(({ sensors }) => sensors),
    ),
    purifier: keep(
      choice.purifier,
      open.flatMap(({ purifiers }) => purifiers),
    ),
  };
}

/** What a screen offers to begin with: what its address says, as far as it is there. */
export const firstChoice = (meters: readonly ChoiceMeter[], search: HistorySearch): Choice =>
  fitted(meters, choiceOf(search));

export type Level = keyof Places;

/** Another place; what lay below the old one goes, and a place brings those above it. */
export function withPlace(
  meters: readonly ChoiceMeter[],
  choice: Choice,
  level: Level,
  id: number | undefined,
): Choice {
  const at = id === undefined ? undefined : meters.find((meter) => meter[`${level}_id`] === id);
  const places: Record<Level, Places> = {
    organization: { organization: id, office: undefined, department: undefined },
    office: { organization: at?.organization_id ?? choice.organization, office: id, department: undefined },
    department: {
      organization: at?.organization_id ?? choice.organization,
      office: at?.office_id ?? choice.office,
      department: id,
    },
  };
  return fitted(meters, { ...choice, ...places[level] });
}

/** Other meters. `all` and single meters exclude each other: the one that was picked last stays. */
export function withMeters(
  meters: readonly ChoiceMeter[],
  choice: Choice,
  picked: readonly (number | typeof ALL)[],
): Choice {
  const ids = picked.filter((each) => each !== ALL);
  const all = picked.includes(ALL) && (choice.meter !== ALL || ids.length === 0);
  // Emptying the field empties it, even where there is one meter only.
  if (picked.length === 0) return { ...choice, meter: [] };
  return fitted(meters, { ...choice, meter: all ? ALL : ids });
}
