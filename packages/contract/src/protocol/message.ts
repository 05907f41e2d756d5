import { isDeviceCode, isTimeOfDay } from '@airdeck/domain/field-rule';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
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

/** The first and the last moment that a device may speak of (epoch milliseconds). */
const EARLIEST_TIME = Date.UTC(1900, 0, 1);
const LATEST_TIME = Date.UTC(2200, 0, 1);
export const isDeviceTime = (time: number): boolean => time >= EARLIEST_TIME && time <= LATEST_TIME;

/** ISO 8601 with offset, or epoch milliseconds. Without a time the frame is of the moment it arrives. */
const time = z
  .union([z.iso.datetime({ offset: true }), z.int()])
  .refine((value) => isDeviceTime(new Date(value).getTime()));

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

/** Topic `status`: retained; the last will says `OFFLINE`. */
export const statusMessage = z.object({
  status: z.enum(['ONLINE', 'OFFLINE']),
  time: time.optional(),
  firmware: z.string().max(60).optional(),
  model: z.string().max(60).optional(),
  serial: z.string().max(60).optional(),
});
export type StatusMessage = z.infer<typeof statusMessage>;

/** Time of day as 0000 to 2359. */
const timeOfDay = z.string().refine(isTimeOfDay).nullable();
const hours = z.number().min(0).max(1_000_000);

/** Topic `purifiers/{n}/state`. What a purifier does not have is left out. */
export const purifierStateMessage = purifierState
  .extend({
    reserved_start: timeOfDay,
    reserved_end: timeOfDay,
    filter_period_h: hours.nullable(),
    filter_use_h: z.array(hours).max(3),
  })
  .partial()
  .required({ power: true })
  .extend({ time: time.optional() });
export type PurifierStateMessage = z.infer<typeof purifierStateMessage>;

/** Characters of what a device says of an error in its own words. */
const MAX_DETAIL_LENGTH = 200;

/** Topic `errors`: a code of the error catalogue has begun or ended, of the device or of one part of it. */
export const errorMessage = z
  .object({
    code: z.string().refine(isDeviceCode),
    state: z.enum(['RAISED', 'ENDED']),
    time: time.optional(),
    /** As in readings: `CO2:2`. */
    sensor: readingKey.optional(),
    /** Number of a purifier. */
    purifier: z.int().min(1).max(99).optional(),
    detail: z.string().max(MAX_DETAIL_LENGTH).optional(),
  })
  .refine(({ sensor, purifier }) => sensor === undefined || purifier === undefined);
export type ErrorMessage = z.infer<typeof errorMessage>;
