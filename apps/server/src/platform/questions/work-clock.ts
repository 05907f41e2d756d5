export interface WorkClock {
  /** Runs a part of the work. */
  work<T>(run: () => Promise<T>): Promise<T>;
  /** A read that waits until the returned function is called. */
  wait(): () => void;
  /** A read that runs until the returned function is called. */
  read(): () => void;
  /** Time of work so far, without the time in which all that is read was waiting. */
  ms(): number;
}

/** Measures how long an answer takes on its own. */
export const createWorkClock = (monotonic: () => number): WorkClock => {
  const counts = { work: 0, wait: 0, read: 0 };
  let spent = 0;
  let since: number | null = null;

  const look = (): void => {
    const now = monotonic();
    if (since !== null) spent += now - since;
    since = counts.work > 0 && (counts.wait === 0 || counts.read > 0) ? now : null;
  };
  const enter = (kind: keyof typeof counts) => {
    counts[kind]++;
    look();
    let isIn = true;
    return (): void => {
      if (!isIn) return;
      isIn = false;
      counts[kind]--;
      look();
    };
  };

  return {
    async work(run) {
      const leave = enter('work');
      try {
        return await run();
      } finally {
        leave();
      }
    },
    wait: () => enter('wait'),
    read: () => enter('read'),
    ms() {
      look();
      return spent;
    },
  };
};
