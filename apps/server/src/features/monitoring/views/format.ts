import type { GradeSince, Maintenance, PlaceRef } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { isoTime } from '@airdeck/domain/calendar';
import type { MaintenanceWindow } from '../../../registry/maintenance.ts';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { NamedPlace, Place } from '../assess/places.ts';
import type { GradeSince as KnownSince } from '../current/grade-runs.ts';

/** Names of the organization, office and department of a meter. */
export const namesAbove = ({ department }: Meter, language: Language): string[] =>
  [department.office.organization, department.office, department].map((item) => localName(item, language));

const placeRef = ({ kind, item }: NamedPlace, language: Language): PlaceRef => ({
  kind,
  id: item.id,
  name: localName(item, language),
});

/** A place with its ancestors, topmost first; empty for null. */
export const pathTo = (place: Place | null, language: Language): PlaceRef[] =>
  place ? [...place.above, place].map((each) => placeRef(each, language)) : [];

export const indexOrNull = (index: number | null): number | null => (index === null ? null : roundIndex(index));

export const sinceOrNull = (since: KnownSince | null): GradeSince | null =>
  since && { time: isoTime(since.time), begins: since.begins };

export const maintenanceOf = (window: MaintenanceWindow | undefined): Maintenance | null =>
  window === undefined ? null : { until: isoTime(window.end), reason: window.reason };
