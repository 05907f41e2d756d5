import { purifierState } from '@airdeck/contract/purifier/schema';
import { COMMAND_STATES } from '@airdeck/domain/control/command-state';
import { z } from 'zod';
import { byteView } from '../platform/byte-view.ts';
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
/** A frame begins with its meter id, its time (48-bit milliseconds) and its number of readings. */
const TIME_AT = 4;
const COUNT_AT = TIME_AT + 6;
const FRAME_HEAD_BYTES = COUNT_AT + 2;
const TWO_TO_32 = 2 ** 32;
/** Channel and ticks. */
const READING_BYTES = 4;
/** Longer rows are split, so that a reader can bound its memory by the number of rows. */
const MAX_FRAMES_BYTES = 64 * 1024;

const frameBytes = (frame: StoredFrame): number => FRAME_HEAD_BYTES + frame.channels.length * READING_BYTES;

const writeTime = (view: DataView, at: number, time: number): void => {
  view.setInt16(at, Math.floor(time / TWO_TO_32));
  // The rest: of a longer number a view keeps the last 32 bits.
  view.setUint32(at + 2, time);
};
const readTime = (view: DataView, at: number): number => view.getInt16(at) * TWO_TO_32 + view.getUint32(at + 2);

const encodeFrames = (frames: readonly StoredFrame[], bytes: number): Buffer => {
  const data = Buffer.allocUnsafe(VERSION_BYTES + bytes);
  const view = byteView(data);
  view.setUint8(0, VERSION);
  let at = VERSION_BYTES;
  for (const { meterId, time, channels, ticks } of frames) {
    const count = channels.length;
    view.setUint32(at, meterId);
    writeTime(view, at + TIME_AT, time);
    view.setUint16(at + COUNT_AT, count);
    at += FRAME_HEAD_BYTES;
    for (let i = 0; i < count; i++, at += READING_BYTES) {
      view.setInt16(at, channels[i] as number);
      view.setInt16(at + 2, ticks[i] as number);
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
const frameEnd = (view: DataView, at: number): number =>
  at + FRAME_HEAD_BYTES + view.getUint16(at + COUNT_AT) * READING_BYTES;

/** @throws RangeError when the data does not end with a frame. */
const checkFrames = (data: Buffer): void => {
  const view = byteView(data);
  let at = VERSION_BYTES;
  while (at < data.length) at = frameEnd(view, at);
  if (at !== data.length) throw new RangeError(`a feed row of frames has ${data.length} bytes instead of ${at}`);
};

/** Calls back with meter, time and place of each frame of a row, and with the row's bytes for `readFrame`. */
export const eachFrame = (
  row: Buffer,
  visit: (meterId: number, time: number, from: number, end: number, view: DataView) => void,
): void => {
  const view = byteView(row);
  for (let at = VERSION_BYTES; at < row.length; ) {
    const end = frameEnd(view, at);
    visit(view.getUint32(at), readTime(view, at + TIME_AT), at, end, view);
    at = end;
  }
};

/** Reads the frame at `at` into an existing one; returns the offset behind it. */
export const readFrame = (view: DataView, at: number, into: StoredFrame): number => {
  const { channels, ticks } = into;
  into.meterId = view.getUint32(at);
  into.time = readTime(view, at + TIME_AT);
  const count = view.getUint16(at + COUNT_AT);
  // To set a length takes longer than to read a frame.
  if (channels.length !== count) {
    channels.length = count;
    ticks.length = count;
  }
  let next = at + FRAME_HEAD_BYTES;
  for (let i = 0; i < count; i++, next += READING_BYTES) {
    channels[i] = view.getInt16(next);
    ticks[i] = view.getInt16(next + 2);
  }
  return next;
};

const decodeFrames = (data: Buffer): StoredFrame[] => {
  const frames: StoredFrame[] = [];
  const view = byteView(data);
  for (let at = VERSION_BYTES; at < data.length; ) {
    const frame: StoredFrame = { meterId: 0, time: 0, channels: [], ticks: [] };
    at = readFrame(view, at, frame);
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
