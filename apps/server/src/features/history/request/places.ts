import type { Level } from '@airdeck/contract/history/query';
import type { Language } from '@airdeck/contract/user/schema';
import { Failure } from '../../../platform/http/failure.ts';
import { localName } from '../../../registry/registry.ts';
import type { Department, Meter, Office, Organization } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { type MeterFilter, metersOf } from './filter.ts';

/** A place with its meters, at least one; levels below its own are null. */
export interface Place {
  level: Level;
  id: number;
  organization: Organization;
  office: Office | null;
  department: Department | null;
  meters: Meter[];
}

const placeOfMeter = (level: Level, { organization, department }: Meter): Organization | Office | Department => {
  switch (level) {
    case 'organization':
      return organization;
    case 'office':
      return department.office;
    case 'department':
      return department;
  }
};

const placeWith = (level: Level, [meter, ...others]: [Meter, ...Meter[]]): Place => {
  const { organization, department } = meter;
  return {
    level,
    id: placeOfMeter(level, meter).id,
    organization,
    office: level === 'organization' ? null : department.office,
    department: level === 'department' ? department : null,
    meters: [meter, ...others],
  };
};

const groupBy = (level: Level, meters: readonly Meter[]): Map<number, [Meter, ...Meter[]]> => {
  const groups = new Map<number, [Meter, ...Meter[]]>();
  for (const meter of meters) {
    const { id } = placeOfMeter(level, meter);
    const known = groups.get(id);
    if (known) known.push(meter);
    else groups.set(id, [meter]);
  }
  return groups;
};

/**
 * The places of a level that contain a meter of the filter, each with all its meters, in the order of the registry
 * tree.
 * @throws Failure RESOURCE_NOT_FOUND for an id that the viewer does not see
 */
export const placesOf = (context: RequestContext, level: Level, filter: MeterFilter): Place[] => {
  const wanted = new Set(metersOf(context, filter).map((meter) => placeOfMeter(level, meter).id));
  return [...groupBy(level, metersOf(context, { startTime: filter.startTime }))]
    .filter(([id]) => wanted.has(id))
    .map(([, meters]) => placeWith(level, meters));
};

/** One place by id. @throws Failure RESOURCE_NOT_FOUND when the viewer does not see it, or it has no meter */
export const findPlace = (context: RequestContext, level: Level, id: number): Place => {
  const [place] = placesOf(context, level, { [`${level}Id`]: id });
  if (!place) throw new Failure('RESOURCE_NOT_FOUND');
  return place;
};

/** The place's own name. */
export const nameOfPlace = ({ organization, office, department }: Place, language: Language): string =>
  localName(department ?? office ?? organization, language);
