import { startTransition, useEffect, useState } from 'react';

/** Also on a page that is never idle, and where what comes first is slow or fails. */
const LONGEST_MS = 1_000;

interface LaterProps {
  /** Whether what comes first is there. */
  when: boolean;
  /** Stands in the children's place until then, about as high as they are. */
  space: React.ReactNode;
  children: React.ReactNode;
}

/** Draws its children once the rest of the screen is painted. For parts of a screen that begin below the fold. */
export function Later({ when, space, children }: LaterProps) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const show = () => startTransition(() => setDue(true));
    if (when && 'requestIdleCallback' in window) {
      const request = window.requestIdleCallback(show, { timeout: LONGEST_MS });
      return () => window.cancelIdleCallback(request);
    }
    const timer = setTimeout(show, when ? 0 : LONGEST_MS);
    return () => clearTimeout(timer);
  }, [when]);
  return isDue ? children : space;
}
