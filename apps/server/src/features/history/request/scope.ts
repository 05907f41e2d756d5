import type { SensorType } from '@airdeck/domain/sensor-type';
import { Failure } from '../../../platform/http/failure.ts';
import type { Meter, Organization, Purifier, Sensor } from '../../../site/picture.ts';
import type { Look } from './look.ts';
import { inPlaceOrder } from './place-order.ts';

/** Which meters a question is about. */
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

/** Something by its id; what the asker does not see is not there. */
const find = <T>(
  look: Look,
  items: ReadonlyMap<number, T>,
  id: number,
  organizationOf: (item: T) => Organization,
): T => {
  const item = items.get(id);
  if (!item || !look.organizations.includes(organizationOf(item))) throw new Failure('RESOURCE_NOT_FOUND');
  return item;
};

/** @throws Failure RESOURCE_NOT_FOUND */
export const findMeter = (look: Look, id: number): Meter => {
  const meter = find(look, look.picture.meters, id, (item) => item.organization);
  if (meter.use === 'N') throw new Failure('RESOURCE_NOT_FOUND');
  return meter;
};

const findOnMeter = <T extends { meter: Meter }>(look: Look, items: ReadonlyMap<number, T>, id: number): T => {
  const item = find(look, items, id, ({ meter }) => meter.organization);
  findMeter(look, item.meter.id);
  return item;
};

/** @throws Failure RESOURCE_NOT_FOUND */
export const findSensor = (look: Look, id: number): Sensor => findOnMeter(look, look.picture.sensors, id);

/** Whether a meter stands in the places that a filter names. */
const placeFilter = (look: Look, filter: MeterFilter): ((meter: Meter) => boolean) => {
  const { picture } = look;
  const { organizationId, officeId, departmentId } = filter;
  if (organizationId !== undefined) find(look, picture.organizations, organizationId, (item) => item);
  if (officeId !== undefined) find(look, picture.offices, officeId, (item) => item.organization);
  if (departmentId !== undefined) find(look, picture.departments, departmentId, (item) => item.office.organization);
  return ({ organization, department }) =>
    (organizationId === undefined || organization.id === organizationId) &&
    (officeId === undefined || department.office.id === officeId) &&
    (departmentId === undefined || department.id === departmentId);
};

const allMeters = (look: Look): Meter[] =>
  look.organizations.flatMap(({ offices }) =>
    offices.flatMap(({ departments }) =>
      departments.flatMap(({ meters }) => meters.filter((meter) => meter.use === 'Y')),
    ),
  );

/**
 * The meters in use that a filter names, in the order of the site tree.
 * @throws Failure RESOURCE_NOT_FOUND when an id is none that the asker sees.
 */
export const metersOf = (look: Look, filter: MeterFilter): Meter[] => {
  const isInPlace = placeFilter(look, filter);
  const named = filter.meterId && [...new Set(filter.meterId)].map((id) => findMeter(look, id));
  return inPlaceOrder(look, (named ?? allMeters(look)).filter(isInPlace));
};

/** The sensors in use that a filter names, meter by meter, by type and number. @throws Failure RESOURCE_NOT_FOUND. */
export const sensorsOf = (look: Look, filter: SensorFilter): Sensor[] => {
  const { sensorId, type } = filter;
  const ids = sensorId && new Set(sensorId);
  for (const id of ids ?? []) findSensor(look, id);
  return metersOf(look, filter).flatMap((meter) =>
    [...meter.sensors.values()]
      .filter((sensor) => (!ids || ids.has(sensor.id)) && (!type || type.includes(sensor.type)))
      .toSorted((a, b) => a.channel - b.channel),
  );
};

/** The purifiers in use that a filter names, meter by meter, by number. @throws Failure RESOURCE_NOT_FOUND. */
export const purifiersOf = (look: Look, filter: PurifierFilter): Purifier[] => {
  const ids = filter.purifierId && new Set(filter.purifierId);
  for (const id of ids ?? []) findOnMeter(look, look.picture.purifiers, id);
  return metersOf(look, filter).flatMap(({ purifiers }) => purifiers.filter(({ id }) => !ids || ids.has(id)));
};
