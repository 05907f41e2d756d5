import { getRaisedAlarms } from '@airdeck/contract/alarm/routes';
import type { RaisedAlarm } from '@airdeck/contract/live/event';
import { SEVERITIES } from '@airdeck/contract/standard/schema';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { forgetAlarms } from '../../../lib/alarm/counts.ts';
import { watch } from '../../../lib/api/call.ts';
import { onAlarms } from '../../../lib/live/alarm-events.ts';
import { createThrottledRead } from '../../../lib/throttled-read.ts';

/** Pause before alarms are read again. */
const REST_MS = 400;
/** Alarms within this time are announced together. */
const BURST_MS = 1_500;

/** New alarms that are announced together. */
export interface Burst {
  count: number;
  worst: RaisedAlarm;
}

/** Collects new alarms until they are announced. Each alarm counts once, from the stream or from a query. */
const createBurst = () => {
  const named = new Map<number, RaisedAlarm>();
  let unnamed = 0;
  return {
    add(raised: readonly RaisedAlarm[], count: number): void {
      for (const alarm of raised) named.set(alarm.id, alarm);
      unnamed += count - raised.length;
    },
    take(): Burst | null {
      const [worst] = [...named.values()].sort(
        (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
      );
      const burst = worst === undefined ? null : { count: named.size + unnamed, worst };
      named.clear();
      unnamed = 0;
      return burst;
    },
  };
};

/**
 * Calls back with new alarms, once for a burst, and refreshes the queries of alarms. Alarms of the time while the tab was
 * hidden or the stream was lost are requested when it opens again, and announced together.
 */
export function useRaisedAlarms(onBurst: (burst: Burst) => void): void {
  const client = useQueryClient();
  const tell = useEffectEvent(onBurst);
  useEffect(() => {
    const burst = createBurst();
    let telling: ReturnType<typeof setTimeout> | undefined;
    let asking: Promise<void> = Promise.resolve();
    /** The newest alarm that this tab knows of; null until it has asked. */
    let lastId: number | null = null;
    let isOver = false;

    const reading = createThrottledRead(
      () => forgetAlarms(client),
      REST_MS,
      () => performance.now(),
    );
    const tellSoon = () => {
      telling ??= setTimeout(() => {
        telling = undefined;
        if (document.visibilityState === 'hidden') return;
        const news = burst.take();
        if (news !== null) tell(news);
      }, BURST_MS);
    };
    const catchUp = async () => {
      const answer = await watch(getRaisedAlarms, { query: lastId === null ? {} : { after: lastId } });
      if (isOver) return;
      lastId = Math.max(lastId ?? 0, answer.last_id);
      burst.add(answer.raised, answer.raised_count);
      tellSoon();
    };

    const stop = onAlarms((event) => {
      reading.soon();
      if (event.type === 'hello') {
        // A failed request is repeated when the stream opens again.
        asking = asking.then(catchUp).catch(() => undefined);
        return;
      }
      lastId = Math.max(lastId ?? 0, event.last_id);
      burst.add(event.raised, event.raised_count);
      if (event.raised_count > 0) tellSoon();
    });
    return () => {
      isOver = true;
      stop();
      reading.stop();
      clearTimeout(telling);
    };
  }, [client]);
}
