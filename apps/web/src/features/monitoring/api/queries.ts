import { getCards, getPurifiers, getSensorCourse, getSensors, getTree } from '@airdeck/contract/monitoring/routes';
import type { CardList, SensorCourse, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import { queryKey, whileTranslating } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { type CardsView, type PlaceId, SPECIFIED_WORD } from '../address/screen.ts';
import { mergeCards, mergePurifiers, mergeSensors, mergeTree, type PurifierList } from '../live/merge.ts';
import { recentEvents } from '../live/recent-events.ts';

/** Cache keys of the answers. */
export const KEYS = {
  cards: (view: CardsView, id: number | undefined) => queryKey('monitoring', 'cards', view, id ?? null),
  sensors: (id: number | undefined) => queryKey('monitoring', 'sensors', id ?? null),
  course: (id: number) => queryKey('monitoring', 'course', id),
  purifiers: (id: number | undefined) => queryKey('monitoring', 'purifiers', id ?? null),
  tree: () => queryKey('monitoring', 'tree'),
  attention: (place: PlaceId | null) => queryKey('monitoring', 'attention', place?.kind ?? null, place?.id ?? null),
};

/** Interval of reloading cards: live events update everything except the averages of the weeks. */
const WEEKS_MS = 60_000;

async function fetchCards(view: CardsView, id: number | undefined, signal: AbortSignal): Promise<CardList> {
  const list = await call(getCards, { params: { view: SPECIFIED_WORD[view] }, query: { id }, signal });
  return recentEvents.ofType('cards').reduce(mergeCards, list);
}

/** Cards of a view, below the item `id` or all that the user may see. */
export const cardsQuery = (view: CardsView, id: number | undefined) =>
  queryOptions<CardList, ApiFailure>({
    queryKey: KEYS.cards(view, id),
    placeholderData: whileTranslating(KEYS.cards(view, id)),
    queryFn: ({ signal }) => fetchCards(view, id, signal),
    refetchInterval: WEEKS_MS,
  });

async function fetchSensors(id: number | undefined, signal: AbortSignal): Promise<SensorList> {
  const list = await call(getSensors, { query: { id }, signal });
  return recentEvents.ofType('sensors').reduce(mergeSensors, list);
}

/** Sensors of the meter `id` with their courses, or of every meter without. */
export const sensorsQuery = (id: number | undefined) =>
  queryOptions<SensorList, ApiFailure>({
    queryKey: KEYS.sensors(id),
    placeholderData: whileTranslating(KEYS.sensors(id)),
    queryFn: ({ signal }) => fetchSensors(id, signal),
  });

/** Interval of reloading a timeline: live readings are appended, late ones only come with a reload. */
const RELOAD_MS = 300_000;

/** Today's readings of one sensor, and those of the same day a week ago. */
export const sensorCourseQuery = (id: number) =>
  queryOptions<SensorCourse, ApiFailure>({
    queryKey: KEYS.course(id),
    queryFn: ({ signal }) => call(getSensorCourse, { params: { id }, signal }),
    refetchInterval: RELOAD_MS,
  });

async function fetchPurifiers(id: number | undefined, signal: AbortSignal): Promise<PurifierList> {
  const list = await call(getPurifiers, { query: { id }, signal });
  return recentEvents.ofType('purifiers').reduce(mergePurifiers, list);
}

/** Purifiers of the meter `id`, or every one, as they last reported. */
export const purifiersQuery = (id: number | undefined) =>
  queryOptions<PurifierList, ApiFailure>({
    queryKey: KEYS.purifiers(id),
    placeholderData: whileTranslating(KEYS.purifiers(id)),
    queryFn: ({ signal }) => fetchPurifiers(id, signal),
  });

async function fetchTree(signal: AbortSignal): Promise<TreeNode[]> {
  const { nodes } = await call(getTree, { signal });
  return recentEvents.ofType('tree').reduce(mergeTree, nodes);
}

/** Every place that the user may see, each after its parent. */
export const treeQuery = () =>
  queryOptions<TreeNode[], ApiFailure>({
    queryKey: KEYS.tree(),
    placeholderData: whileTranslating(KEYS.tree()),
    queryFn: ({ signal }) => fetchTree(signal),
    staleTime: 60_000,
  });
