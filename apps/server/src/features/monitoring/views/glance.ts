import type { PlaceRef } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../../../site/site.ts';
import type { Assessor } from '../assess/assessor.ts';
import type { Moment } from '../assess/moment.ts';
import type { Place, Sight } from '../assess/places.ts';
import type { CurrentAir } from '../current/current-air.ts';

/** Everything that a view is made of: one moment, as one asker sees and reads it. */
export interface Glance {
  moment: Moment;
  sight: Sight;
  assessor: Assessor;
  current: Pick<CurrentAir, 'of'>;
  language: Language;
}

export const placeRef = ({ kind, item }: Place, language: Language): PlaceRef => ({
  kind,
  id: item.id,
  name: localName(item, language),
});

/** A place with everything above it, topmost first; nothing for none. */
export const pathTo = (place: Place | null, language: Language): PlaceRef[] =>
  place ? [...place.above, place].map((each) => placeRef(each, language)) : [];

export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
export const isoOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : isoTime(epochMs));

/** Indexes are shown with no more than a tenth. */
export const tenth = (value: number): number => Math.round(value * 10) / 10;
export const tenthOrNull = (value: number | null): number | null => (value === null ? null : tenth(value));
