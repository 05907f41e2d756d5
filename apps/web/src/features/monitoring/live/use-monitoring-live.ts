import type { LiveEvent } from '@airdeck/contract/live/event';
import type { CardList, SensorCourse, SensorList, TreeNode } from '@airdeck/contract/monitoring/schema';
import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import type { ApiFailure } from '../../../lib/failure.ts';
import { useLive } from '../../../lib/live/use-live.ts';
import { type MonitoringScreen, placeOfScreen, SPECIFIED_WORD } from '../address/screen.ts';
import { KEYS } from '../api/queries.ts';
import { type AttentionList, mergeAttention } from '../attention/attention-query.ts';
import {
  mergeCards,
  mergeCourse,
  mergePurifiers,
  mergeSensors,
  mergeTree,
  type PurifierList,
  type SensorsEvent,
} from './merge.ts';
import { recentEvents } from './recent-events.ts';

type MonitoringView = Exclude<MonitoringScreen, 'localization'>;

interface LiveScope {
  view: MonitoringView;
  id: number | undefined;
}

const scopeKey = ({ view, id }: LiveScope) => {
  if (view === 'sensor') return KEYS.sensors(id);
  return view === 'purifier' ? KEYS.purifiers(id) : KEYS.cards(view, id);
};

/** Changes a cached answer; does nothing if it is not cached. */
function change<T>(client: QueryClient, key: readonly unknown[], merge: (old: T) => T): void {
  client.setQueryData<T>(key, (old) => (old === undefined ? undefined : merge(old)));
}

/** The start of a stream. Earlier answers may have missed events. */
function onHello(client: QueryClient, time: string): void {
  const missed = (query: Query) => {
    const known = query.state.data as { time?: string } | undefined;
    return known?.time === undefined ? query.isStale() : Date.parse(known.time) < Date.parse(time);
  };
  void client.invalidateQueries({ ...queriesOf('monitoring'), predicate: missed });
}

function onSensors(client: QueryClient, key: readonly unknown[], event: SensorsEvent): void {
  change<SensorList>(client, key, (old) => mergeSensors(old, event));
  for (const sensor of event.meters.flatMap(({ sensors }) => sensors)) {
    const course = client.getQueryData<SensorCourse>(KEYS.course(sensor.id));
    if (course === undefined) continue;
    const dayIsOver = sensor.time !== null && Date.parse(sensor.time) >= Date.parse(course.day_end);
    if (dayIsOver) void client.invalidateQueries(queriesOf('monitoring', 'course', sensor.id));
    else client.setQueryData(KEYS.course(sensor.id), mergeCourse(course, sensor));
  }
}

/** Minimum interval between refreshes of the items that need attention. */
const ATTENTION_MS = 3_000;

function onAttention(client: QueryClient): void {
  const { queryKey, predicate } = queriesOf('monitoring', 'attention');
  const isOld = (query: Query) => predicate(query) && Date.now() - query.state.dataUpdatedAt >= ATTENTION_MS;
  void client.invalidateQueries({ queryKey, predicate: isOld });
}

/** Waits so long for more changes of alarms, and until the server's memory has them too. */
const ALARMS_MS = 300;
let isWaiting = false;

/** Someone may have acknowledged the alarm of a silent device, which no other event says. */
function onAlarms(client: QueryClient): void {
  if (isWaiting) return;
  isWaiting = true;
  setTimeout(() => {
    isWaiting = false;
    void client.invalidateQueries(queriesOf('monitoring', 'attention'));
  }, ALARMS_MS);
}

/** Applies one event to the cache. */
export function applyEvent(client: QueryClient, scope: LiveScope, event: LiveEvent): void {
  const key = scopeKey(scope);
  switch (event.type) {
    case 'hello':
      return onHello(client, event.time);
    case 'cards':
      return change<CardList>(client, key, (old) => mergeCards(old, event));
    case 'sensors':
      return onSensors(client, key, event);
    case 'purifiers':
      return change<PurifierList>(client, KEYS.purifiers(scope.id), (old) => mergePurifiers(old, event));
    case 'attention':
      return change<AttentionList>(client, KEYS.attention(placeOfScreen(scope.view, scope.id)), (old) =>
        mergeAttention(old, event),
      );
    case 'tree':
      onAttention(client);
      return change<TreeNode[]>(client, KEYS.tree(), (old) => mergeTree(old, event));
    case 'site':
      return void client.invalidateQueries(queriesOf('monitoring'));
    case 'alarms':
      return onAlarms(client);
    case 'ended':
      return;
  }
}

/** Keeps the data of a Monitoring screen current while the screen is mounted; `error` is that of its query. */
export function useMonitoringLive(view: MonitoringView, id: number | undefined, error: ApiFailure | null): void {
  const client = useQueryClient();
  const scope = `${view} ${id}`;
  const onEvents = (events: readonly LiveEvent[]) => {
    recentEvents.add(scope, events);
    for (const event of events) applyEvent(client, { view, id }, event);
  };
  useLive({ view: SPECIFIED_WORD[view], id }, onEvents, error?.code !== 'INVALID_VIEW');
}
