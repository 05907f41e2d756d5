export interface ThrottledRead {
  /** Marks the data as outdated. */
  soon(): void;
  stop(): void;
}

/** Limit of the pause after a slow read, as a multiple of the usual pause. */
const MAX_RESTS = 10;

/**
 * Reads again on request: at once when idle, otherwise once more after the running read and a pause, however many
 * requests come meanwhile. The pause is about as long as the read took, at least `restMs`, so that a busy server gets
 * fewer requests. Reads never overlap: the second would cancel the first, and none would ever finish.
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
