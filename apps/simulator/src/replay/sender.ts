import type { FrameMessage } from '@airdeck/contract/protocol/message';
import type { Clock } from '../clock.ts';
import { createInFlight } from '../mqtt/in-flight.ts';
import { createPacker, type PackedFrames } from '../mqtt/pack-frames.ts';

/** The server accepts 10 messages a second per device. */
const MESSAGE_GAP_MS = 125;
const IN_FLIGHT = 4;

export interface SenderOptions {
  readonly publish: (payload: string) => Promise<void>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Sends frames at the allowed rate; waiting frames are combined into arrays. */
export function createSender({ publish, clock, signal }: SenderOptions) {
  const inFlight = createInFlight(IN_FLIGHT);
  const packer = createPacker();
  let next = Number.NEGATIVE_INFINITY;
  let acknowledged = 0;

  const send = async (packed: PackedFrames | null): Promise<void> => {
    if (packed === null) return;
    if (next > clock.now()) await clock.wait(next - clock.now(), signal);
    if (signal.aborted) return;
    next = clock.now() + MESSAGE_GAP_MS;
    // A single frame is a live one and not an array.
    const payload = packed.frames === 1 ? packed.payload.slice(1, -1) : packed.payload;
    await inFlight.add(async () => {
      await publish(payload);
      acknowledged += packed.frames;
    });
  };

  return {
    /** Adds a frame, and sends when a message is full. */
    add: (frame: FrameMessage): Promise<void> => send(packer.add(frame)),
    /** Whether a message could be sent at once. */
    isFree: (): boolean => next <= clock.now(),
    flush: (): Promise<void> => send(packer.flush()),
    /** Sends the rest; resolves to the number of frames when all are acknowledged. */
    async end(): Promise<number> {
      await send(packer.flush());
      await inFlight.drained();
      return acknowledged;
    },
  };
}

export type Sender = ReturnType<typeof createSender>;
