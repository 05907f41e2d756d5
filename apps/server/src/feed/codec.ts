import { purifierState } from '@airdeck/contract/purifier/schema';
import { COMMAND_STATES } from '@airdeck/domain/control/command-state';
import { z } from 'zod';
import {
  ALARM_EVENT_KINDS,
  type AlarmEvent,
  COMMON_PARTITION,
  type CommandEvent,
  type ConnectionsEvent,
  type DeviceErrorEvent,
  type FeedEntry,
  type FeedKind,
  KIND_NUMBERS,
  PARTITIONS,
  type PurifierReport,
  partitionOf,
  type RegistryEvent,
  type StoredFrame,
} from './entry.ts';

/** A row to insert into the feed. */
export interface EncodedRow {
  partition: number;
  kind: number;
  data: Buffer;
}

/** First byte of every row; identifies the layout. */
const VERSION = 1;
const VERSION_BYTES = 1;
/** Meter id, time (48-bit milliseconds) and number of readings. */
const FRAME_HEAD_BYTES = 4 + 6 + 2;
/** Channel and ticks. */
const READING_BYTES = 4;
/** Longer rows are split, so that a reader can bound its memory by the number of rows. */
const MAX_FRAMES_BYTES = 64 * 1024;

const frameBytes = (frame: StoredFrame): number => FRAME_HEAD_BYTES + frame.channels.length * READING_BYTES;

const encodeFrames = (frames: readonly StoredFrame[], bytes: number): Buffer => {
  const data = Buffer.allocUnsafe(VERSION_BYTES + bytes);
  let at = data.writeUInt8(VERSION, 0);
  for (const { meterId, time, channels, ticks } of frames) {
    at = data.writeUInt32BE(meterId, at);
    at = data.writeIntBE(time, at, 6);
    at = data.writeUInt16BE(channels.length, at);
    for (let i = 0; i < channels.length; i++) {
      at = data.writeInt16BE(channels[i] as number, at);
      at = data.writeInt16BE(ticks[i] as number, at);
    }
  }
  return data;
};

/** Groups frames by partition, in order, and splits rows at MAX_FRAMES_BYTES. */
const framesRows = (frames: readonly StoredFrame[]): EncodedRow[] => {
  const partitions = PARTITIONS.map((): { frames: StoredFrame[]; bytes: number } => ({ frames: [], bytes: 0 }));
  const rows: EncodedRow[] = [];
  const cut = (partition: number): void => {
    const gathered = partitions[partition];
    if (!gathered || gathered.frames.length === 0) return;
    rows.push({ partition, kind: KIND_NUMBERS.frames, data: encodeFrames(gathered.frames, gathered.bytes) });
    partitions[partition] = { frames: [], bytes: 0 };
  };
  for (const frame of frames) {
    const partition = partitionOf(frame.meterId);
    const bytes = frameBytes(frame);
    if ((partitions[partition]?.bytes ?? 0) + bytes > MAX_FRAMES_BYTES) cut(partition);
    const gathered = partitions[partition];
    gathered?.frames.push(frame);
    if (gathered) gathered.bytes += bytes;
  }
  for (const partition of PARTITIONS) cut(partition);
  return rows;
};

/** Offset behind the frame at `at`. */
const frameEnd = (data: Buffer, at: number): number =>
  at + FRAME_HEAD_BYTES + data.readUInt16BE(at + FRAME_HEAD_BYTES - 2) * READING_BYTES;

/** @throws RangeError when the data does not end with a frame. */
const checkFrames = (data: Buffer): void => {
  let at = VERSION_BYTES;
  while (at < data.length) at = frameEnd(data, at);
  if (at !== data.length) throw new RangeError(`a feed row of frames has ${data.length} bytes instead of ${at}`);
};

/** Calls back with meter, time and place of each frame of a row. */
export const eachFrame = (
  row: Buffer,
  visit: (meterId: number, time: number, from: number, end: number) => void,
): void => {
  for (let at = VERSION_BYTES; at < row.length; ) {
    const end = frameEnd(row, at);
    visit(row.readUInt32BE(at), row.readIntBE(at + 4, 6), at, end);
    at = end;
  }
};

/** Reads the frame at `at` into an existing one; returns the offset behind it. */
export const readFrame = (data: Buffer, at: number, into: StoredFrame): number => {
  const { channels, ticks } = into;
  into.meterId = data.readUInt32BE(at);
  into.time = data.readIntBE(at + 4, 6);
  const count = data.readUInt16BE(at + FRAME_HEAD_BYTES - 2);
  channels.length = count;
  ticks.length = count;
  let next = at + FRAME_HEAD_BYTES;
  for (let i = 0; i < count; i++, next += READING_BYTES) {
    channels[i] = data.readInt16BE(next);
    ticks[i] = data.readInt16BE(next + 2);
  }
  return next;
};

const decodeFrames = (data: Buffer): StoredFrame[] => {
  const frames: StoredFrame[] = [];
  for (let at = VERSION_BYTES; at < data.length; ) {
    const frame: StoredFrame = { meterId: 0, time: 0, channels: [], ticks: [] };
    at = readFrame(data, at, frame);
    frames.push(frame);
  }
  return frames;
};

const encodeJson = (value: unknown): Buffer => Buffer.concat([Buffer.of(VERSION), Buffer.from(JSON.stringify(value))]);
const decodeJson = <T>(schema: z.ZodType<T>, data: Buffer): T =>
  schema.parse(JSON.parse(data.toString('utf8', VERSION_BYTES)));

const statusSchema = z.object({ meterId: z.int(), status: z.enum(['ONLINE', 'OFFLINE']), time: z.number() });
const reportSchema: z.ZodType<PurifierReport> = z.object({
  purifierId: z.int(),
  meterId: z.int(),
  time: z.number(),
  state: purifierState,
});
const errorSchema: z.ZodType<DeviceErrorEvent> = z.object({
  meterId: z.int(),
  code: z.string(),
  report: z
    .object({
      sensorId: z.int().nullable(),
      purifierId: z.int().nullable(),
      state: z.enum(['RAISED', 'ENDED']),
      time: z.number(),
      detail: z.string().nullable(),
    })
    .optional(),
});
const alarmSchema: z.ZodType<AlarmEvent> = z.object({
  alarmId: z.int(),
  organizationId: z.int().nullable(),
  meterId: z.int().nullable(),
  event: z.enum(ALARM_EVENT_KINDS),
  time: z.number(),
});
const commandSchema: z.ZodType<CommandEvent> = z.object({
  commandId: z.int(),
  organizationId: z.int(),
  meterId: z.int(),
  purifierId: z.int(),
  state: z.enum(COMMAND_STATES),
});
const connectionsSchema: z.ZodType<ConnectionsEvent> = z.object({
  from: z.string(),
  connections: z.array(z.object({ key: z.string(), id: z.int(), ageMs: z.number() })),
});
const wordSchema: z.ZodType<RegistryEvent> = z.object({
  from: z.string().nullable(),
  touch: z
    .object({ organizations: z.union([z.array(z.int()), z.literal('all')]), meters: z.array(z.int()) })
    .nullable(),
});

/** Encodes an entry as feed rows; frames become at least one row per partition. */
export const encodeEntry = (entry: FeedEntry): EncodedRow[] => {
  const kind = KIND_NUMBERS[entry.kind];
  switch (entry.kind) {
    case 'frames':
      return framesRows(entry.frames);
    case 'status':
      return [{ partition: partitionOf(entry.status.meterId), kind, data: encodeJson(entry.status) }];
    case 'purifier':
      return [{ partition: partitionOf(entry.report.meterId), kind, data: encodeJson(entry.report) }];
    case 'registry':
      return [{ partition: COMMON_PARTITION, kind, data: encodeJson(entry.word) }];
    case 'errors':
      return [{ partition: partitionOf(entry.error.meterId), kind, data: encodeJson(entry.error) }];
    case 'alarm': {
      const { meterId } = entry.alarm;
      return [
        { partition: meterId === null ? COMMON_PARTITION : partitionOf(meterId), kind, data: encodeJson(entry.alarm) },
      ];
    }
    case 'command':
      return [{ partition: partitionOf(entry.command.meterId), kind, data: encodeJson(entry.command) }];
    case 'connections':
      return [{ partition: COMMON_PARTITION, kind, data: encodeJson(entry.event) }];
  }
};

const KINDS = new Map(Object.entries(KIND_NUMBERS).map(([kind, number]) => [number, kind as FeedKind]));

/** Decodes a feed row. @throws Error when the row cannot be decoded. */
export const decodeEntry = (kindNumber: number, data: Buffer): FeedEntry => {
  const kind = KINDS.get(kindNumber);
  if (data[0] !== VERSION) throw new Error(`feed row has unknown version ${data[0]}`);
  switch (kind) {
    case 'frames': {
      checkFrames(data);
      let frames: StoredFrame[] | null = null;
      // Decoded when they are read: several followers need few of the meters, or none.
      return {
        kind,
        row: data,
        get frames() {
          frames ??= decodeFrames(data);
          return frames;
        },
      };
    }
    case 'status':
      return { kind, status: decodeJson(statusSchema, data) };
    case 'purifier':
      return { kind, report: decodeJson(reportSchema, data) };
    case 'registry':
      return { kind, word: decodeJson(wordSchema, data) };
    case 'errors':
      return { kind, error: decodeJson(errorSchema, data) };
    case 'alarm':
      return { kind, alarm: decodeJson(alarmSchema, data) };
    case 'command':
      return { kind, command: decodeJson(commandSchema, data) };
    case 'connections':
      return { kind, event: decodeJson(connectionsSchema, data) };
    default:
      throw new Error(`feed row has unknown kind ${kindNumber}`);
  }
};
