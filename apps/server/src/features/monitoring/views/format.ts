import type { GradeSince, PlaceRef } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { roundIndex } from '@airdeck/domain/air-index';
import { isoTime } from '@airdeck/domain/calendar';
import { localName } from '../../../registry/registry.ts';
import type { Place } from '../assess/places.ts';
import type { GradeSince as KnownSince } from '../current/grade-runs.ts';

const placeRef = ({ kind, item }: Place, language: Language): PlaceRef => ({
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
