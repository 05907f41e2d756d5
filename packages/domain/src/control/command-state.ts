import { DAY_MS } from '../duration.ts';

/**
 * Life of a command: requested, sent to the device, accepted by it and confirmed by a report; or rejected by the
 * device, expired, or failed to be delivered.
 */
export const COMMAND_STATES = ['REQUESTED', 'SENT', 'ACCEPTED', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'FAILED'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** States that are not final. */
export const OPEN_STATES = ['REQUESTED', 'SENT', 'ACCEPTED'] as const satisfies readonly CommandState[];

/** The source of the command. */
export const COMMAND_ORIGINS = ['PERSON', 'TIMETABLE', 'AUTO', 'HOME_ASSISTANT'] as const;
export type CommandOrigin = (typeof COMMAND_ORIGINS)[number];

/** A device ignores commands older than this, ms; one behind a door may have more time. */
export const COMMAND_LIFE_MS = 30_000;
/** The longest time that a device may have, ms. */
export const MAX_COMMAND_LIFE_MS = DAY_MS;

/**
 * Tolerance for clock differences between devices and servers, ms: within it a report does not count as an older one.
 */
export const CLOCK_SLACK_MS = 5_000;

/** The times of a command against which a report is compared, epoch milliseconds. */
export interface SentCommand {
  /** Time by the server's clock. */
  readonly sentTime: number;
  /** Time by the device's own clock, when it accepted the command; null if the device did not report it. */
  readonly acceptedDeviceTime: number | null;
}

/**
 * Whether a report was measured after the command was sent, so that it can confirm the command. If the device reported
 * when it accepted the command, its own clock decides, right or wrong; otherwise the server's, with some tolerance.
 */
export const isAfter = ({ sentTime, acceptedDeviceTime }: SentCommand, reportTime: number): boolean =>
  reportTime >= (acceptedDeviceTime ?? sentTime - CLOCK_SLACK_MS);
