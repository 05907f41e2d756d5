import type { ChoiceMeter } from '@airdeck/contract/history/schema';
import type { LiveEvent, LiveView } from '@airdeck/contract/live/event';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLive } from '../../../lib/live/use-live.ts';
import type { HistoryKind } from '../model/screen.ts';

/**
 * Returns a function that runs `run` at once. Further calls within `everyMs` run it once more at the end of that time.
 * It does nothing after unmounting.
 */
export function useThrottled(run: () => unknown, everyMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wanted = useRef(false);
  const latest = useEffectEvent(run);
  const tick = useEffectEvent(() => {
    timer.current = undefined;
    if (!wanted.current) return;
    wanted.current = false;
    latest();
    timer.current = setTimeout(() => tick(), everyMs);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    wanted.current = true;
    if (timer.current === undefined) tick();
  };
}

/** A list is reloaded at most this often, however many events arrive. */
const RELOAD_MS = 2000;

/** The smallest live view with events of all these meters. */
export function liveViewOf(kind: HistoryKind, covered: readonly ChoiceMeter[]): { view: LiveView; id?: number } {
  const [first, ...more] = covered;
  const alone = first !== undefined && more.length === 0 ? { id: first.id } : {};
  if (kind === 'purifier') return { view: 'purifier', ...alone };
  if ('id' in alone) return { view: 'sensor', ...alone };
  const department = first?.department_id;
  const together = department !== undefined && more.every(({ department_id }) => department_id === department);
  return { view: 'meter', ...(together ? { id: department } : {}) };
}

/** Whether an event may mean new rows of these meters. */
export function concerns(event: LiveEvent, meters: ReadonlySet<number>): boolean {
  switch (event.type) {
    case 'hello':
      return true;
    case 'cards':
      return event.cards.some(({ id }) => meters.has(id));
    case 'sensors':
      return event.meters.some(({ id }) => meters.has(id));
    case 'purifiers':
      return event.purifiers.some(({ meter_id }) => meters.has(meter_id));
    case 'alarms':
    case 'commands':
    case 'tree':
    case 'attention':
    case 'site':
    case 'ended':
      return false;
  }
}

/** Calls `reload` when one of the meters has reported, while it is enabled. Hidden tabs receive no events. */
export function useListLive(
  kind: HistoryKind,
  covered: readonly ChoiceMeter[],
  reload: () => void,
  enabled: boolean,
): void {
  const { view, id } = liveViewOf(kind, covered);
  // Drops a waiting reload when live updates are paused.
  const throttled = useThrottled(() => enabled && reload(), RELOAD_MS);
  const meters = new Set(covered.map((meter) => meter.id));
  const onEvents = (events: readonly LiveEvent[]) => {
    if (events.some((event) => concerns(event, meters))) throttled();
  };
  useLive({ view, id }, onEvents, enabled && covered.length > 0);
}
