import { isMachineClockOff } from '@airdeck/domain/installation';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** An answer that took longer says too little about the clock. */
const MAX_ANSWER_MS = 1_000;

export interface MachineClockOptions {
  clock: Clock;
  monotonic(): number;
  log: Pick<Log, 'warn' | 'info'>;
}

/** Compares the clock of this machine with the database's, which all machines share. */
export interface MachineClock {
  /** `ask` resolves with the time of the database's clock, epoch ms. */
  measure(ask: () => Promise<number>): Promise<void>;
  /** Own time minus that of the database, ms; null: not measured yet. */
  offsetMs(): number | null;
}

export const createMachineClock = ({ clock, monotonic, log }: MachineClockOptions): MachineClock => {
  let offset: number | null = null;
  let isOff = false;

  const note = (measured: number): void => {
    offset = measured;
    if (isMachineClockOff(measured) === isOff) return;
    isOff = !isOff;
    const seconds = Math.round(measured / 1_000);
    if (!isOff) log.info("the clock of this machine agrees with the database's again");
    else log.warn(`the clock of this machine differs by ${seconds} s from the database's; check its NTP`);
  };

  return {
    async measure(ask) {
      const askedAt = monotonic();
      const databaseTime = await ask();
      const took = monotonic() - askedAt;
      if (took <= MAX_ANSWER_MS) note(clock.now() - took / 2 - databaseTime);
    },
    offsetMs: () => offset,
  };
};
