import { createReadStream } from 'node:fs';
import { topicOf } from '@airdeck/contract/protocol/topic';
import type { MqttClient } from 'mqtt';
import type { Clock } from '../clock.ts';
import { type Credentials, connectClient } from '../mqtt/connect.ts';
import { parseColumnMap } from './column-map.ts';
import { frameOf } from './frame-of.ts';
import { detectMap } from './known-maps.ts';
import { play } from './play.ts';
import { type RecordedRow, readRecording } from './read-recording.ts';
import { weeksToNow } from './recorded-time.ts';
import { RecordingError } from './recording-error.ts';
import { createSender, type Sender } from './sender.ts';

interface Survey {
  readonly rows: number;
  readonly last: number;
}

/** Reads a whole recording once, so that errors are reported before anything is sent. */
async function survey(rows: AsyncIterable<RecordedRow>): Promise<Survey> {
  let count = 0;
  let last = Number.NEGATIVE_INFINITY;
  for await (const { time } of rows) {
    count += 1;
    last = Math.max(last, time);
  }
  if (count === 0) throw new RecordingError('the file has no readings');
  return { rows: count, last };
}

/** Sends a recording as past frames with shifted times. */
async function playHistory(
  rows: AsyncIterable<RecordedRow>,
  sender: Sender,
  { move, signal }: { move: (time: number) => number; signal: AbortSignal },
): Promise<void> {
  for await (const row of rows) {
    if (signal.aborted) return;
    await sender.add(frameOf(row, move(row.time)));
  }
}

export interface ReplayOptions extends Credentials {
  readonly file: string;
  readonly url: string;
  /** Code of the meter; default: the device that logs in. */
  readonly device?: string | undefined;
  readonly speed: number;
  /** Sends the recording as past frames instead of live ones. */
  readonly history: boolean;
  readonly map?: string | undefined;
  readonly timeColumn?: string | undefined;
  readonly zone: string;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly log: (line: string) => void;
}

/** How often a connection may be closed without an acknowledgement in between. */
const MAX_REFUSALS = 3;

function createReader({ file, map, timeColumn, zone, log }: ReplayOptions) {
  let isNamed = false;
  const mapOf = (header: readonly string[]) => {
    const columns = map === undefined ? detectMap(header) : parseColumnMap(map, header, timeColumn);
    if (!isNamed)
      log(`${file}: ${columns.name}, ${columns.readings.map(({ column, key }) => `${column} → ${key}`).join(', ')}`);
    isNamed = true;
    return columns;
  };
  return () => readRecording(createReadStream(file), { mapOf, zone });
}

/** Aborts when the server repeatedly closes the connection instead of acknowledging. */
function watchRefusals(client: MqttClient) {
  const refused = new AbortController();
  let refusals = 0;
  let isOpen = true;
  // "connect" comes only after everything unacknowledged was resent: here, never.
  client.on('packetreceive', ({ cmd }) => {
    if (cmd === 'connack') isOpen = true;
  });
  client.on('close', () => {
    if (isOpen) refusals += 1;
    isOpen = false;
    if (refusals >= MAX_REFUSALS) refused.abort();
  });
  return {
    signal: refused.signal,
    acknowledged: () => {
      refusals = 0;
    },
  };
}

/** Plays a recorded file as a meter; resolves to the number of acknowledged frames. */
export async function replay(options: ReplayOptions): Promise<number> {
  const { url, username, password, history, speed, zone, clock, signal, log } = options;
  const [organization = '', own = ''] = username.split(':');
  const device = options.device ?? own;
  const topic = topicOf(organization, device, 'readings');
  const read = createReader(options);
  const { rows, last } = await survey(read());
  const client = await connectClient({ url, username, password, onTrouble: log });
  const refusals = watchRefusals(client);
  const stop = AbortSignal.any([signal, refusals.signal]);
  const publish = async (payload: string) => {
    await client.publishAsync(topic, payload, { qos: 1 });
    refusals.acknowledged();
  };
  const sender = createSender({ publish, clock, signal: stop });
  const send = async (): Promise<number> => {
    log(`${rows} rows go to ${topic}${history ? ' as history' : ''}`);
    if (history) await playHistory(read(), sender, { move: weeksToNow(last, clock.now(), zone), signal: stop });
    else await play(read(), sender, { speed, clock, signal: stop });
    return sender.end();
  };
  const words = () =>
    signal.aborted ? 'stopped' : `the server closes the connection: may ${username} publish for ${device}?`;
  const stopped = new Promise<never>((_, reject) => {
    stop.addEventListener('abort', () => reject(new Error(words())), { once: true });
  });
  try {
    return await Promise.race([send(), stopped]);
  } finally {
    await client.endAsync(true);
  }
}
