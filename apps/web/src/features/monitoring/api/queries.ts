import { getCards, getPurifiers, getSensorCourse, getSensors, getTree } from '@airdeck/contract/monitoring/routes';
import type { CardList, CardView, SensorCourse, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/call.ts';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import { mergeCards, mergePurifiers, mergeSensors, mergeTree, type PurifierList } from '../live/merge.ts';
import { recentEvents } from '../live/recent-events.ts';

const ALL = 'monitoring';

/** Names of places come in the user's language: each language has answers of its own. */
const keyOf = (...words: readonly (string | number | null)[]) => [ALL, currentLanguage(), ...words];

/** Cache keys of the answers. */
export const KEYS = {
  all: [ALL],
  cards: (view: CardView, id: number | undefined) => keyOf('cards', view, id ?? null),
  sensors: (id: number | undefined) => keyOf('sensors', id ?? null),
  course: (id: number) => keyOf('course', id),
  purifiers: (id: number | undefined) => keyOf('purifiers', id ?? null),
  tree: () => keyOf('tree'),
  attention: () => keyOf('attention'),
};

type Key = readonly unknown[];

/** Placeholder for a query: the same answer in the other language, until the new one is loaded. */
const whileTranslating =
  (key: Key) =>
  <T>(old: T | undefined, query: { queryKey: Key } | undefined): T | undefined =>
    query !== undefined && query.queryKey.slice(2).join() === key.slice(2).join() ? old : undefined;

/** Reload of cards: live events bring everything but the averages of the weeks. */
const WEEKS_MS = 60_000;

async function fetchCards(view: CardView, id: number | undefined, signal: AbortSignal): Promise<CardList> {
  const list = await call(getCards, { params: { view }, query: { id }, signal });
  return recentEvents.ofType('cards').reduce(mergeCards, list);
}

/** Cards of a view, below the item `id` or all that the user may see. */
export const cardsQuery = (view: CardView, id: number | undefined) =>
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

/** Reload of a course: live readings are added to it, but late ones only come with a reload. */
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
