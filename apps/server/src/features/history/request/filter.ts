import type { Language } from '@airdeck/contract/user/schema';
import { startOfLocalDay } from '@airdeck/domain/calendar';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { compareNames } from '../../../localization/compare-names.ts';
import { Failure } from '../../../platform/http/failure.ts';
import {
  type Department,
  knownMeter,
  type Meter,
  type Office,
  type Organization,
  type Purifier,
  type RegistrySnapshot,
  type Sensor,
} from '../../../registry/snapshot.ts';
import { isVisible } from '../../../registry/visible-organizations.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

/** Selects meters by place or id. */
export interface MeterFilter {
  organizationId?: number | undefined;
  officeId?: number | undefined;
  departmentId?: number | undefined;
  meterId?: readonly number[] | undefined;
  /** First local day of the period. Meters that were out of use before it are selected only by their id. */
  startTime?: string | undefined;
}

export interface SensorFilter extends MeterFilter {
  sensorId?: readonly number[] | undefined;
  type?: readonly SensorType[] | undefined;
}

export interface PurifierFilter extends MeterFilter {
  purifierId?: readonly number[] | undefined;
}

type ItemPlace = Organization | Office | Department;

/** Finds an item by id, also a deleted one. One that the viewer may not see counts as missing. */
const find = <T>(context: RequestContext, item: T | undefined, placeOf: (item: T) => ItemPlace): T => {
  if (!item || !isVisible(context, placeOf(item))) throw new Failure('RESOURCE_NOT_FOUND');
  return item;
};

/** @throws Failure RESOURCE_NOT_FOUND */
export const findMeter = (context: RequestContext, id: number): Meter =>
  find(context, knownMeter(context.snapshot, id), ({ department }) => department);

/** @throws Failure RESOURCE_NOT_FOUND */
export const findSensor = (context: RequestContext, id: number): Sensor => {
  const { sensors, past } = context.snapshot;
  return find(context, sensors.get(id) ?? past.sensors.get(id), ({ meter }) => meter.department);
};

/** @throws Failure RESOURCE_NOT_FOUND */
const findPurifier = (context: RequestContext, id: number): Purifier => {
  const { purifiers, past } = context.snapshot;
  return find(context, purifiers.get(id) ?? past.purifiers.get(id), ({ meter }) => meter.department);
};

/** Whether a meter belongs to the places that a filter names. */
const placeFilter = (context: RequestContext, filter: MeterFilter): ((meter: Meter) => boolean) => {
  const { organizations, offices, departments, past } = context.snapshot;
  const { organizationId, officeId, departmentId } = filter;
  if (organizationId !== undefined) find(context, organizations.get(organizationId), (item) => item);
  if (officeId !== undefined) {
    find(context, offices.get(officeId) ?? past.offices.get(officeId), (item) => item);
  }
  if (departmentId !== undefined) {
    const department = departments.get(departmentId) ?? past.departments.get(departmentId);
    find(context, department, (item) => item);
  }
  return ({ organization, department }) =>
    (organizationId === undefined || organization.id === organizationId) &&
    (officeId === undefined || department.office.id === officeId) &&
    (departmentId === undefined || department.id === departmentId);
};

const comparePlaces = (language: Language, a: Meter, b: Meter): number =>
  compareNames(language, a.organization, b.organization) ||
  compareNames(language, a.department.office, b.department.office) ||
  compareNames(language, a.department, b.department) ||
  compareNames(language, a, b);

/** Comparing names is slow, so all meters are ordered once for each registry snapshot. */
const ranksBySnapshot = new WeakMap<RegistrySnapshot, Map<Language, Map<Meter, number>>>();

const ranksOf = ({ snapshot, language }: RequestContext): Map<Meter, number> => {
  const byLanguage = ranksBySnapshot.get(snapshot) ?? new Map<Language, Map<Meter, number>>();
  ranksBySnapshot.set(snapshot, byLanguage);
  const known = byLanguage.get(language);
  if (known) return known;
  const meters = [...snapshot.meters.values(), ...snapshot.past.meters.values()].sort((a, b) =>
    comparePlaces(language, a, b),
  );
  const ranks = new Map(meters.map((meter, rank) => [meter, rank]));
  byLanguage.set(language, ranks);
  return ranks;
};

/** Meters in the order of the registry tree: by organization, office, department and meter name. */
const inTreeOrder = (context: RequestContext, meters: readonly Meter[]): Meter[] => {
  const ranks = ranksOf(context);
  return meters.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
};

/** When a deleted meter, or one that is out of use, was last in use, epoch ms; infinite for one in use. */
export const endOfUse = ({ use, deletedTime, periods }: Meter): number => {
  if (use === 'Y' && deletedTime === null) return Number.POSITIVE_INFINITY;
  const last = periods.findLastIndex((period) => period.use === 'Y');
  return last < 0 ? Number.NEGATIVE_INFINITY : (periods[last + 1]?.from ?? Number.POSITIVE_INFINITY);
};

const allMeters = (context: RequestContext, startTime: string | undefined): Meter[] => {
  const registered = context.organizations.flatMap(({ offices }) =>
    offices.flatMap(({ departments }) => departments.flatMap(({ meters }) => meters)),
  );
  const deleted = [...context.snapshot.past.meters.values()].filter(({ department }) => isVisible(context, department));
  const meters = [...registered, ...deleted];
  if (startTime === undefined) return meters;
  return meters.filter(
    (meter) =>
      (meter.use === 'Y' && meter.deletedTime === null) ||
      endOfUse(meter) > startOfLocalDay(startTime, meter.organization.timeZone),
  );
};

/**
 * The meters that a filter selects, also deleted ones and those out of use, in the order of the registry tree.
 * @throws Failure RESOURCE_NOT_FOUND for an id that the viewer does not see
 */
export const metersOf = (context: RequestContext, filter: MeterFilter): Meter[] => {
  const isInPlace = placeFilter(context, filter);
  const named = filter.meterId && [...new Set(filter.meterId)].map((id) => findMeter(context, id));
  return inTreeOrder(context, (named ?? allMeters(context, filter.startTime)).filter(isInPlace));
};

/**
 * The sensors that a filter selects, by meter, type and number. Sensors out of use are selected by their id only. @throws Failure RESOURCE_NOT_FOUND
 */
export const sensorsOf = (context: RequestContext, filter: SensorFilter): Sensor[] => {
  const { sensorId, type } = filter;
  const ids = sensorId && new Set(sensorId);
  for (const id of ids ?? []) findSensor(context, id);
  const startTime = ids ? undefined : filter.startTime;
  return metersOf(context, { ...filter, startTime }).flatMap((meter) =>
    [...meter.sensors.values(), ...(ids ? meter.past.sensors : [])]
      .filter((sensor) => (!ids || ids.has(sensor.id)) && (!type || type.includes(sensor.type)))
      .toSorted((a, b) => a.channel - b.channel),
  );
};

/** The purifiers that a filter selects, by meter and number. @throws Failure RESOURCE_NOT_FOUND */
export const purifiersOf = (context: RequestContext, filter: PurifierFilter): Purifier[] => {
  const ids = filter.purifierId && new Set(filter.purifierId);
  for (const id of ids ?? []) findPurifier(context, id);
  const startTime = ids ? undefined : filter.startTime;
  return metersOf(context, { ...filter, startTime }).flatMap(({ purifiers, past }) =>
    [...purifiers, ...(ids ? past.purifiers : [])].filter(({ id }) => !ids || ids.has(id)),
  );
};
