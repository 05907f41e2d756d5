import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs at once, and what is asked for meanwhile once more when `everyMs` is over; nothing after the component is gone. */
export function useThrottled(run: () => void, everyMs: number): () => void {
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
