export interface ThrottledRead {
  /** What was read is old. */
  soon(): void;
  stop(): void;
}

/** A reading that took long is followed by a rest of at most so many of the usual ones. */
const MAX_RESTS = 10;

/**
 * Reads again whenever told: at once after a rest, else once more when the reading that is under way and the rest after it
 * are over, however often it is told meanwhile. It rests about as long as a reading took, at least `restMs`, so that a
 * busy server is asked less often. Never are two under way: the second would end the first, and none would ever arrive.
 */
export function createThrottledRead(read: () => Promise<unknown>, restMs: number, now: () => number): ThrottledRead {
  let isBusy = false;
  let isOld = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const begin = () => {
    isBusy = true;
    isOld = false;
    const began = now();
    const rest = () => {
      if (isStopped) return;
      timer = setTimeout(
        () => {
          isBusy = false;
          if (isOld) begin();
        },
        Math.min(Math.max(restMs, now() - began), restMs * MAX_RESTS),
      );
    };
    void read().then(rest, rest);
  };

  return {
    soon() {
      if (isBusy) isOld = true;
      else if (!isStopped) begin();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
