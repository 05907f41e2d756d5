import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import type { FrameSource } from './frame-source.ts';
import { connectPacket, createAnswerReader, disconnectPacket, mqttText, writePublishHead } from './raw-mqtt.ts';

export interface LoadConnectionOptions {
  readonly host: string;
  readonly port: number;
  readonly clientId: string;
  readonly username: string;
  readonly password: string;
  /** Topics, one per device, used in turn. */
  readonly topics: readonly string[];
  /** Maximum number of unacknowledged messages. */
  readonly inFlight: number;
  readonly frames: FrameSource;
  /** The time of a device's next frame, epoch ms, given its last one. */
  readonly timeAfter: (last: number) => number;
  readonly onLatency: (ms: number) => void;
  /** Called with the number of messages for which acknowledgements have made room. */
  readonly onRoom: (connection: LoadConnection, messages: number) => void;
  /** Called once when the connection is refused or lost. */
  readonly onTrouble: (reason: string) => void;
}

export interface LoadConnection {
  /** Resolves when the server has accepted or refused the connection; `onTrouble` was called if refused. */
  readonly ready: Promise<void>;
  /** Number of messages that may be sent now. */
  room(): number;
  /** Sends up to `messages` in one write; returns the number sent. */
  send(messages: number): number;
  /** Whether outstanding acknowledgements can still arrive. */
  isWaiting(): boolean;
  end(): void;
}

/** Bytes of a PUBLISH besides its topic and payload. */
/** Frames between the positions at which two devices begin. */
const DEVICE_PLACES = 83;
const HEAD_BYTES = 8;
/** All connections read into the same buffer: each answer is parsed before the next one arrives. */
const INPUT = Buffer.alloc(64 * 1024);

export function openLoadConnection(options: LoadConnectionOptions): LoadConnection {
  const { host, port, frames, inFlight, timeAfter } = options;
  const topics = options.topics.map(mqttText);
  const longest = HEAD_BYTES + frames.longest + Math.max(...topics.map((topic) => topic.length));
  const lastTimes = new Float64Array(topics.length);
  const sentAt = new Float64Array(inFlight + 1);
  const freeIds = Array.from({ length: inFlight }, (_, i) => i + 1);
  let isOpen = false;
  let turn = 0;
  /** Each device begins elsewhere, and its next frame is the next of the walk. */
  const start = Math.floor(Math.random() * 1_000_000);
  let settle = () => {};
  const ready = new Promise<void>((resolve) => {
    settle = resolve;
  });
  let isOver = false;
  const trouble = (reason: string) => {
    if (!isOver) options.onTrouble(reason);
    isOver = true;
    isOpen = false;
    settle();
  };

  let now = 0;
  const read = createAnswerReader({
    connack(code) {
      if (code !== 0) return trouble(`refused with code ${code}`);
      isOpen = true;
      settle();
    },
    puback(id) {
      options.onLatency(now - (sentAt[id] ?? now));
      freeIds.push(id);
    },
  });

  const connection: LoadConnection = {
    ready,
    room: () => (isOpen ? freeIds.length : 0),
    isWaiting: () => isOpen && freeIds.length < inFlight,
    send(messages) {
      const count = Math.min(messages, connection.room());
      if (count === 0) return 0;
      const target = Buffer.allocUnsafe(count * longest);
      const at = performance.now();
      let offset = 0;
      for (let i = 0; i < count; i += 1) {
        const id = freeIds.pop() as number;
        const device = turn % topics.length;
        const place = start + device * DEVICE_PLACES + Math.floor(turn / topics.length);
        const time = timeAfter(lastTimes[device] as number);
        lastTimes[device] = time;
        sentAt[id] = at;
        offset = writePublishHead(target, offset, topics[device] as Buffer, id, frames.length(place));
        offset = frames.write(target, offset, time, place);
        turn += 1;
      }
      socket.write(target.subarray(0, offset));
      return count;
    },
    end() {
      isOver = true;
      isOpen = false;
      socket.end(disconnectPacket());
    },
  };

  const onread = {
    buffer: INPUT,
    callback(length: number, bytes: Uint8Array): boolean {
      now = performance.now();
      const before = freeIds.length;
      read(bytes, length);
      const made = freeIds.length - before;
      if (made > 0) options.onRoom(connection, made);
      return true;
    },
  };
  const socket = connect({ host, port, noDelay: true, onread });
  socket.on('connect', () => socket.write(connectPacket(options.clientId, options.username, options.password)));
  socket.on('error', ({ message }) => trouble(message));
  socket.on('close', () => trouble('closed by the server'));
  return connection;
}
