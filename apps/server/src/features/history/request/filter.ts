import type { Language } from '@airdeck/contract/user/schema';
import type { SensorType } from '@airdeck/domain/sensor-type';
import { compareNames } from '../../../localization/compare-names.ts';
import { Failure } from '../../../platform/http/failure.ts';
import type { Meter, Organization, Purifier, RegistrySnapshot, Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';

/** Selects meters by place or id. */
export interface MeterFilter {
  organizationId?: number | undefined;
  officeId?: number | undefined;
  departmentId?: number | undefined;
  meterId?: readonly number[] | undefined;
}

export interface SensorFilter extends MeterFilter {
  sensorId?: readonly number[] | undefined;
  type?: readonly SensorType[] | undefined;
}

export interface PurifierFilter extends MeterFilter {
  purifierId?: readonly number[] | undefined;
}

/** Finds an item by id. One that the viewer may not see counts as missing. */
const find = <T>(
  context: RequestContext,
  items: ReadonlyMap<number, T>,
  id: number,
  organizationOf: (item: T) => Organization,
): T => {
  const item = items.get(id);
  if (!item || !context.organizations.includes(organizationOf(item))) throw new Failure('RESOURCE_NOT_FOUND');
  return item;
};

/** @throws Failure RESOURCE_NOT_FOUND */
export const findMeter = (context: RequestContext, id: number): Meter => {
  const meter = find(context, context.snapshot.meters, id, (item) => item.organization);
  if (meter.use === 'N') throw new Failure('RESOURCE_NOT_FOUND');
  return meter;
};

const findOnMeter = <T extends { meter: Meter }>(
  context: RequestContext,
  items: ReadonlyMap<number, T>,
  id: number,
): T => {
  const item = find(context, items, id, ({ meter }) => meter.organization);
  findMeter(context, item.meter.id);
  return item;
};

/** @throws Failure RESOURCE_NOT_FOUND */
export const findSensor = (context: RequestContext, id: number): Sensor =>
  findOnMeter(context, context.snapshot.sensors, id);

/** Whether a meter belongs to the places that a filter names. */
const placeFilter = (context: RequestContext, filter: MeterFilter): ((meter: Meter) => boolean) => {
  const { snapshot } = context;
  const { organizationId, officeId, departmentId } = filter;
  if (organizationId !== undefined) find(context, snapshot.organizations, organizationId, (item) => item);
  if (officeId !== undefined) find(context, snapshot.offices, officeId, (item) => item.organization);
  if (departmentId !== undefined) find(context, snapshot.departments, departmentId, (item) => item.office.organization);
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
  const meters = [...snapshot.meters.values()].sort((a, b) => comparePlaces(language, a, b));
  const ranks = new Map(meters.map((meter, rank) => [meter, rank]));
  byLanguage.set(language, ranks);
  return ranks;
};

/** Meters in the order of the registry tree: by organization, office, department and meter name. */
const inTreeOrder = (context: RequestContext, meters: readonly Meter[]): Meter[] => {
  const ranks = ranksOf(context);
  return meters.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
};

const allMeters = (context: RequestContext): Meter[] =>
  context.organizations.flatMap(({ offices }) =>
    offices.flatMap(({ departments }) =>
      departments.flatMap(({ meters }) => meters.filter((meter) => meter.use === 'Y')),
    ),
  );

/**
 * The enabled meters that a filter selects, in the order of the registry tree.
 * @throws Failure RESOURCE_NOT_FOUND for an id that the viewer does not see
 */
export const metersOf = (context: RequestContext, filter: MeterFilter): Meter[] => {
  const isInPlace = placeFilter(context, filter);
  const named = filter.meterId && [...new Set(filter.meterId)].map((id) => findMeter(context, id));
  return inTreeOrder(context, (named ?? allMeters(context)).filter(isInPlace));
};

/** The enabled sensors that a filter selects, by meter, type and number. @throws Failure RESOURCE_NOT_FOUND */
export const sensorsOf = (context: RequestContext, filter: SensorFilter): Sensor[] => {
  const { sensorId, type } = filter;
  const ids = sensorId && new Set(sensorId);
  for (const id of ids ?? []) findSensor(context, id);
  return metersOf(context, filter).flatMap((meter) =>
    [...meter.sensors.values()]
      .filter((sensor) => (!ids || ids.has(sensor.id)) && (!type || type.includes(sensor.type)))
      .toSorted((a, b) => a.channel - b.channel),
  );
};

/** The enabled purifiers that a filter selects, by meter and number. @throws Failure RESOURCE_NOT_FOUND */
export const purifiersOf = (context: RequestContext, filter: PurifierFilter): Purifier[] => {
  const ids = filter.purifierId && new Set(filter.purifierId);
  for (const id of ids ?? []) findOnMeter(context, context.snapshot.purifiers, id);
  return metersOf(context, filter).flatMap(({ purifiers }) => purifiers.filter(({ id }) => !ids || ids.has(id)));
};
