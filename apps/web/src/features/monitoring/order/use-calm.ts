import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { maySettle, type Settled, settle } from './calm-order.ts';

const LOOK_MS = 1000;

/** To be spread on the element around the list: who points or types in there holds its order. */
export interface HoldProps {
  onPointerMove: () => void;
  onPointerLeave: () => void;
  onFocus: () => void;
  onKeyDown: () => void;
  onBlur: (event: React.FocusEvent) => void;
}

export interface Calm<T> {
  settled: Settled<T>;
  hold: HoldProps;
}

/**
 * Items as they were when their list was last put in order: every 10 s while nobody points into it, and at once when
 * `scope`, the name of what the list shows, changes.
 */
export function useCalm<T extends { id: number }>(items: readonly T[], scope: string): Calm<T> {
  const [state, setState] = useState(() => ({ scope, settled: settle(items) }));
  const times = useRef({ settledMs: 0, touchedMs: null as number | null });
  if (state.scope !== scope) setState({ scope, settled: settle(items) });
  const look = useEffectEvent(() => {
    const now = Date.now();
    if (!maySettle(times.current, now)) return;
    times.current.settledMs = now;
    setState({ scope, settled: settle(items) });
  });
  useEffect(() => {
    const timer = setInterval(() => look(), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const [hold] = useState((): HoldProps => {
    const touch = () => {
      times.current.touchedMs = Date.now();
    };
    const leave = () => {
      times.current.touchedMs = null;
    };
    return {
      onPointerMove: touch,
      onPointerLeave: leave,
      onFocus: touch,
      onKeyDown: touch,
      onBlur: (event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave();
      },
    };
  });
  return { settled: state.scope === scope ? state.settled : settle(items), hold };
}
