import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import type { CardList, SensorCourse, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ApiFailure } from '../../../lib/api/failure.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { KEYS } from '../api/keys.ts';
import type { PurifierList } from '../api/purifiers-query.ts';
import { mergeCards } from './merge-cards.ts';
import { mergeCourse } from './merge-course.ts';
import { mergePurifiers } from './merge-purifiers.ts';
import { mergeSensors, type SensorsEvent } from './merge-sensors.ts';
import { mergeTree } from './merge-tree.ts';
import { recentEvents } from './recent-events.ts';

interface Looked {
  view: LiveView;
  id: number | undefined;
}

const keyOf = ({ view, id }: Looked) => {
  if (view === 'sensor') return KEYS.sensors(id);
  return view === 'purifier' ? KEYS.purifiers(id) : KEYS.cards(view, id);
};

/** Changes an answer that is there; one that is not is not made up. */
function change<T>(client: QueryClient, key: readonly unknown[], merge: (old: T) => T): void {
  client.setQueryData<T>(key, (old) => (old === undefined ? undefined : merge(old)));
}

/** The stream begins here: an answer from before it may have missed something. */
function onHello(client: QueryClient, time: string): void {
  const missed = (query: Query) => {
    const known = query.state.data as { time?: string } | undefined;
    return known?.time === undefined ? query.isStale() : Date.parse(known.time) < Date.parse(time);
  };
  void client.invalidateQueries({ queryKey: KEYS.all, predicate: missed });
}

function onSensors(client: QueryClient, key: readonly unknown[], event: SensorsEvent): void {
  change<SensorList>(client, key, (old) => mergeSensors(old, event));
  for (const sensor of event.meters.flatMap(({ sensors }) => sensors)) {
    const course = client.getQueryData<SensorCourse>(KEYS.course(sensor.id));
    if (course === undefined) continue;
    const dayIsOver = sensor.time !== null && Date.parse(sensor.time) >= Date.parse(course.day_end);
    if (dayIsOver) void client.invalidateQueries({ queryKey: KEYS.course(sensor.id) });
    else client.setQueryData(KEYS.course(sensor.id), mergeCourse(course, sensor));
  }
}

/** Puts one event where it belongs in the cache. */
export function applyEvent(client: QueryClient, looked: Looked, event: LiveEvent): void {
  const key = keyOf(looked);
  switch (event.type) {
    case 'hello':
      return onHello(client, event.time);
    case 'cards':
      return change<CardList>(client, key, (old) => mergeCards(old, event));
    case 'sensors':
      return onSensors(client, key, event);
    case 'purifiers':
      return change<PurifierList>(client, KEYS.purifiers(looked.id), (old) => mergePurifiers(old, event));
    case 'tree':
      return change<TreeNode[]>(client, KEYS.tree(), (old) => mergeTree(old, event));
    case 'site':
      return void client.invalidateQueries({ queryKey: KEYS.all });
    case 'ended':
      return;
  }
}

/** Keeps what a Monitoring screen has loaded true, as long as the screen is there; `error` is that of its loading. */
export function useMonitoringLive(view: LiveView, id: number | undefined, error: ApiFailure | null): void {
  const client = useQueryClient();
  const place = `${view} ${id}`;
  const onEvents = (events: readonly LiveEvent[]) => {
    recentEvents.add(place, events);
    for (const event of events) applyEvent(client, { view, id }, event);
  };
  useLive({ view, id }, onEvents, error?.code !== 'INVALID_VIEW');
}
