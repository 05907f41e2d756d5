import { isMachineClockOff, leadOverMajority, type MachineOffset } from '@airdeck/domain/installation';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

/** An answer that took longer says too little about the clock. */
const MAX_ANSWER_MS = 1_000;
/** A smaller change is an error of the measurement, and clocks should not jump. */
const MIN_STEP_MS = 2_000;

export interface MachineClockOptions {
  /** Name of this machine. */
  machine: string;
  /** The clock of the system. */
  clock: Clock;
  monotonic(): number;
  log: Pick<Log, 'warn' | 'info'>;
}

/**
 * The clock of this machine; while it differs from that of most machines and the database, theirs. Otherwise sessions,
 * commands and claims of one machine would be over at the other, and readings rejected as from the future.
 */
export interface MachineClock extends Clock {
  /** `ask` resolves with the time of the database's clock, epoch ms, and the offsets of other machines. */
  measure(ask: () => Promise<{ databaseTime: number; others: readonly MachineOffset[] }>): Promise<void>;
  /** The system's time minus that of the database, ms; null: not measured yet. */
  offsetMs(): number | null;
}

export const createMachineClock = ({ machine, clock, monotonic, log }: MachineClockOptions): MachineClock => {
  let offset: number | null = null;
  let isOff = false;
  let lead = 0;

  const note = (measured: number, others: readonly MachineOffset[]): void => {
    offset = measured;
    const seconds = (ms: number): number => Math.round(ms / 1_000);
    if (isMachineClockOff(measured) !== isOff) {
      isOff = !isOff;
      if (isOff)
        log.warn(`the clock of this machine differs by ${seconds(measured)} s from the database's; check its NTP`);
      else log.info("the clock of this machine agrees with the database's again");
    }
    const found = leadOverMajority({ machine, offsetMs: measured }, others);
    if (Math.abs(found - lead) < MIN_STEP_MS) return;
    lead = found;
    log.warn(`this process corrects the clock of its machine by ${seconds(-lead)} s, as most machines have it`);
  };

  return {
    now: () => clock.now() - lead,
    async measure(ask) {
      const askedAt = monotonic();
      const { databaseTime, others } = await ask();
      const took = monotonic() - askedAt;
      if (took <= MAX_ANSWER_MS) note(clock.now() - took / 2 - databaseTime, others);
    },
    offsetMs: () => offset,
  };
};
