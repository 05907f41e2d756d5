/**
 * What has become of a command: written down, handed to the device, taken by it, and at last reported as done; or refused
 * by the device, too late, or impossible to hand over.
 */
export const COMMAND_STATES = ['REQUESTED', 'SENT', 'ACCEPTED', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'FAILED'] as const;
export type CommandState = (typeof COMMAND_STATES)[number];

/** Those of which something is still to come. */
export const OPEN_STATES = ['REQUESTED', 'SENT', 'ACCEPTED'] as const satisfies readonly CommandState[];

/** Who or what wanted it. */
export const COMMAND_ORIGINS = ['PERSON', 'TIMETABLE', 'AUTO'] as const;
export type CommandOrigin = (typeof COMMAND_ORIGINS)[number];

/** A device does nothing that is older than this, ms. */
export const COMMAND_LIFE_MS = 30_000;

/** Clocks of devices and servers may differ by so much, ms, without a report being taken for an older one. */
export const CLOCK_SLACK_MS = 5_000;

/** The part of a command by which a report is judged. Times are epoch milliseconds. */
export interface SentCommand {
  /** By the server's clock. */
  readonly sentTime: number;
  /** By the device's own clock, when it took the command; null where it did not say. */
  readonly acceptedDeviceTime: number | null;
}

/**
 * Whether a report was measured after the command had been sent, and can be its fulfilment. Where the device has told when it took the
 * command, its own clock decides, which may be wrong; else the server's, with some slack.
 */
export const isAfter = ({ sentTime, acceptedDeviceTime }: SentCommand, reportTime: number): boolean =>
  reportTime >= (acceptedDeviceTime ?? sentTime - CLOCK_SLACK_MS);
