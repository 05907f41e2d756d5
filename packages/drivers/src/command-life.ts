import { COMMAND_LIFE_MS, MAX_COMMAND_LIFE_MS } from '@airdeck/domain/control/command-state';
import type { Driver } from './types.ts';

/** How commands reach a device. */
export interface CommandWay {
  readonly driver: Pick<Driver, 'commandLife'> | null;
  /**
   * Whether it takes a command, or shows its effect, only with its next report: a polled device, and a LoRaWAN device of
   * class A.
   */
  readonly waitsForReport: boolean;
  /** Seconds between its reports. */
  readonly intervalS: number;
}

/** Reports within which a device that waits for its next one shows the effect of a command. */
const REPORTS = 2;

/** Milliseconds until a command to a device expires. */
export const commandLifeMs = ({ driver, waitsForReport, intervalS }: CommandWay): number => {
  const least = driver?.commandLife === undefined ? COMMAND_LIFE_MS : driver.commandLife * 1_000;
  const life = waitsForReport ? Math.max(least, REPORTS * intervalS * 1_000) : least;
  return Math.min(life, MAX_COMMAND_LIFE_MS);
};
