import { COMMANDS, MAX_OPERATING_MIN } from '@airdeck/domain/control/command';
import { isDeviceCode, isTimeOfDay, toLine } from '@airdeck/domain/field-rule';
import { GRADED_TYPES, SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { purifierState } from '../purifier/schema.ts';

/**
 * Payloads of the native protocol, as a device writes them: JSON, UTF-8. These schemas are the document of the
 * protocol; readings, of which there are thousands a second, are decoded by hand in the server, one by one, so
 * that a bad reading does not cost its neighbours.
 */

/** Largest payload that the server takes. */
export const MAX_MESSAGE_BYTES = 64 * 1024;
/** Frames in one message of stored readings. */
export const MAX_FRAMES_PER_MESSAGE = 500;
/** Readings in one frame. */
export const MAX_READINGS_PER_FRAME = 64;
/** Objects and arrays in one another; an array of frames has three. */
export const MAX_MESSAGE_DEPTH = 16;

/** Earliest and latest time in a device message (epoch milliseconds). */
const EARLIEST_TIME = Date.UTC(1900, 0, 1);
const LATEST_TIME = Date.UTC(2200, 0, 1);
export const isDeviceTime = (time: number): boolean => time >= EARLIEST_TIME && time <= LATEST_TIME;

/** ISO 8601 with offset, or epoch milliseconds. Without a time the frame is of the moment it arrives. */
const time = z
  .union([z.iso.datetime({ offset: true }), z.int()])
  .refine((value) => isDeviceTime(new Date(value).getTime()));

/** A device's own words: what a line does not have becomes a space, and costs no message. */
const deviceText = (max: number) => z.string().overwrite(toLine).max(max);

/** `CO2` is the sensor with sequence number 1, `CO2:2` the second of its type. */
const readingKey = z.string().regex(new RegExp(`^(${SENSOR_TYPES.join('|').replaceAll('.', '\\.')})(:[1-9]\\d?)?$`));

export const frameMessage = z.object({
  time: time.optional(),
  readings: z.record(readingKey, z.number()),
  /** Units of types that are not given in their own: `{"HCHO": "ppb", "TEMPERATURE": "°F"}`. */
  units: z.partialRecord(z.enum(SENSOR_TYPES), z.string()).optional(),
});
export type FrameMessage = z.infer<typeof frameMessage>;

/** Topic `readings`: one frame, or an array of stored ones. */
export const readingsMessage = z.union([frameMessage, z.array(frameMessage).max(MAX_FRAMES_PER_MESSAGE)]);

/** Topic `status`: retained; the last will is `OFFLINE`. */
export const statusMessage = z.object({
  status: z.enum(['ONLINE', 'OFFLINE']),
  time: time.optional(),
  firmware: deviceText(60).optional(),
  model: deviceText(60).optional(),
  serial: deviceText(60).optional(),
});
export type StatusMessage = z.infer<typeof statusMessage>;

/** Time of day as 0000 to 2359. */
const timeOfDay = z.string().refine(isTimeOfDay).nullable();
const hours = z.number().min(0).max(1_000_000);

/** Topic `purifiers/{n}/state`. Properties that a purifier does not have are left out. */
export const purifierStateMessage = purifierState
  .extend({
    reserved_start: timeOfDay,
    reserved_end: timeOfDay,
    filter_period_h: hours.nullable(),
    filter_use_h: z.array(hours).max(3),
    operating_time_min: z.int().min(0).max(MAX_OPERATING_MIN).nullable(),
  })
  .partial()
  .required({ power: true })
  .extend({ time: time.optional() });
export type PurifierStateMessage = z.infer<typeof purifierStateMessage>;

/** Maximum length of a device's own description of an error. */
const MAX_DETAIL_LENGTH = 200;

/** Topic `errors`: a code of the error catalogue has begun or ended, for the device or one part of it. */
export const errorMessage = z
  .object({
    code: z.string().refine(isDeviceCode),
    state: z.enum(['RAISED', 'ENDED']),
    time: time.optional(),
    /** Channel, as in readings: `CO2:2`. */
    sensor: readingKey.optional(),
    /** Number of a purifier. */
    purifier: z.int().min(1).max(99).optional(),
    detail: deviceText(MAX_DETAIL_LENGTH).optional(),
  })
  .refine(({ sensor, purifier }) => sensor === undefined || purifier === undefined);
export type ErrorMessage = z.infer<typeof errorMessage>;

const commandId = z.string().regex(/^[1-9]\d{0,15}$/);

/**
 * Topic `commands`, from the server. A device does a command once (it remembers the ids of the last 100), never after
 * `expires`, and never one that is retained.
 */
export const commandMessage = z.object({
  id: commandId,
  /** Number of the purifier. */
  purifier: z.int().min(1).max(99),
  command: z.enum(COMMANDS),
  /** Value, as in domain/control/command: a word, an integer as text, a time of day or NONE. */
  action: z.string(),
  /** ISO 8601: time of the request, and time after which it must not be executed. */
  time: z.iso.datetime(),
  expires: z.iso.datetime(),
});
export type CommandMessage = z.infer<typeof commandMessage>;

/** Why a device does not do a command. */
export const COMMAND_REFUSALS = ['LOCAL_CONTROL', 'NOT_SUPPORTED', 'EXPIRED', 'FAILED'] as const;
export type CommandRefusal = (typeof COMMAND_REFUSALS)[number];

/**
 * Topic `commands/ack`: the device's answer to a command; the state that it reports afterwards shows whether it was
 * executed.
 */
export const commandAckMessage = z.object({
  id: commandId,
  state: z.enum(['ACCEPTED', 'REJECTED']),
  reason: z.enum(COMMAND_REFUSALS).optional(),
  time: time.optional(),
});
export type CommandAckMessage = z.infer<typeof commandAckMessage>;

/** The highest version of a device's settings. */
const settingsVersion = z.int().min(1).max(2_147_483_647);
const autoBounds = z.tuple([z.number(), z.number(), z.number()]);

/**
 * Topic `settings`, from the server, retained: what a device needs to run its purifiers without the server. A newer
 * version replaces an older one; a repeated one is answered again.
 */
export const settingsMessage = z.object({
  version: settingsVersion,
  /** Those of the device that have an automatic mode. */
  purifiers: z.array(
    z.object({
      number: z.int().min(1).max(99),
      /** From which values a fan runs WEAK, MEDIUM and STRONG, in the type's unit. */
      auto: z.partialRecord(z.enum(GRADED_TYPES), autoBounds),
    }),
  ),
});
export type SettingsMessage = z.infer<typeof settingsMessage>;

/**
 * Topic `settings`, from the server, never retained: the secret of a claimed device, which it uses from its next
 * connection on instead of the enrolment secret.
 */
export const handOverMessage = z.object({ secret: z.string().regex(/^[A-Za-z0-9_-]{32}$/) });
export type HandOverMessage = z.infer<typeof handOverMessage>;

/** Why a device rejects its settings. */
export const SETTINGS_REFUSALS = ['NOT_SUPPORTED', 'INVALID', 'FAILED'] as const;

/** Topic `settings/ack`: the device's answer to its settings. */
export const settingsAckMessage = z.object({
  version: settingsVersion,
  state: z.enum(['ACCEPTED', 'REJECTED']),
  reason: z.enum(SETTINGS_REFUSALS).optional(),
  time: time.optional(),
});
export type SettingsAckMessage = z.infer<typeof settingsAckMessage>;
