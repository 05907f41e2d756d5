import { say } from '../../platform/say.ts';

const REDRAW_MS = 200;

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

/** Progress of a long command: one changing line on a terminal, otherwise only finished steps. */
export const createProgressLine = ({ isTTY } = process.stdout) => {
  let drawnAt = Number.NEGATIVE_INFINITY;
  const clear = (): void => {
    if (isTTY) process.stdout.write('\r\u001b[K');
  };
  return {
    show(text: string): void {
      if (!isTTY || performance.now() - drawnAt < REDRAW_MS) return;
      drawnAt = performance.now();
      clear();
      process.stdout.write(`… ${text}`);
    },
    done(text: string): void {
      clear();
      say(`… ${text}`);
    },
  };
};
