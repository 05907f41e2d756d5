import { existsSync } from 'node:fs';

/** Of Debian's package `libfaketime`. */
const LIBRARY = ['x86_64', 'aarch64']
  .map((machine) => `/usr/lib/${machine}-linux-gnu/faketime/libfaketime.so.1`)
  .find((path) => existsSync(path));

export const canShiftClocks = LIBRARY !== undefined;

/** The environment of a process, and of its children, on a machine whose clock is ahead by so many seconds. */
export const shiftedClock = (seconds: number): Record<string, string> => ({
  LD_PRELOAD: LIBRARY ?? '',
  FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}`,
  // A machine with a wrong clock still counts seconds.
  FAKETIME_DONT_FAKE_MONOTONIC: '1',
});
