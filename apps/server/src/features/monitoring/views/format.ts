import type { GradeSince, PlaceRef } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { roundIndex } from '@airdeck/domain/air-index';
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

export const isoTime = (epochMs: number): string => new Date(epochMs).toISOString();
export const isoOrNull = (epochMs: number | null): string | null => (epochMs === null ? null : isoTime(epochMs));

export const indexOrNull = (index: number | null): number | null => (index === null ? null : roundIndex(index));

export const sinceOrNull = (since: KnownSince | null): GradeSince | null =>
  since && { time: isoTime(since.time), begins: since.begins };
