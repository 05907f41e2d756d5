import type { CommandAckMessage, CommandMessage, CommandRefusal } from '@airdeck/contract/protocol/message';
import { type Downlink, MAX_DOWNLINK_BYTES } from '@airdeck/drivers/types';
import type { DecoderFailure } from '../../decoder-sandbox/types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DeviceDecoders } from './device-decoders.ts';
import type { BookDecoder, Door, DoorDevice } from './door-book.ts';
import { downlinkOf } from './door-downlinks.ts';
import type { DoorFacts } from './door-facts.ts';

/** Ports of applications. */
const isPort = (port: number | null): port is number => port !== null && port >= 1 && port <= 223;

/** Failures that are not an answer to the command: another one may succeed. */
const BROKEN: readonly DecoderFailure['reason'][] = ['TIMEOUT', 'MEMORY', 'HOST'];

export interface DecoderCommandsOptions {
  decoders: Pick<DeviceDecoders, 'encode' | 'hasRoom'>;
  facts: Pick<DoorFacts, 'read'>;
  clock: Clock;
  /** false: the door did not take the message. */
  send(door: Door, downlink: Downlink): Promise<boolean>;
  /** Answers for the device, which knows no commands. */
  acknowledge(answer: Pick<CommandAckMessage, 'state' | 'reason'>, command: CommandMessage, device: DoorDevice): void;
  noteFault(device: DoorDevice, text: string): void;
}

/** A device whose messages a decoder of the organization reads. */
export interface DecodedDevice {
  door: Door;
  device: DoorDevice;
  decoder: BookDecoder;
}

/**
 * Carries out commands by the `encodeDownlink` of an organization's decoder: its bytes go to the device through its
 * network server. A decoder that fails costs only its own command.
 */
export const createDecoderCommands = (options: DecoderCommandsOptions) => {
  const { decoders, facts, clock, send, acknowledge, noteFault } = options;
  const running = new Map<string, Promise<void>>();

  const execute = async ({ door, device, decoder }: DecodedDevice, message: CommandMessage): Promise<void> => {
    const { command, action } = message;
    const refuse = (reason: CommandRefusal, fault: string): void => {
      noteFault(device, `${command} ${action}: ${fault}`);
      acknowledge({ state: 'REJECTED', reason }, message, device);
    };
    const toDownlink = downlinkOf(facts, door, device);
    if (toDownlink === null) return refuse('NOT_SUPPORTED', 'its network server takes no downlinks through this door');
    if (!decoders.hasRoom(decoder)) return refuse('FAILED', 'too many messages wait for the decoder');
    const outcome = await decoders.encode(decoder, { command, action });
    if (!outcome.ok) return refuse(BROKEN.includes(outcome.reason) ? 'FAILED' : 'NOT_SUPPORTED', outcome.message);
    const { fPort, bytes } = outcome;
    if (!isPort(fPort)) return refuse('NOT_SUPPORTED', 'the encoder chose no port from 1 to 223');
    if (bytes.length > MAX_DOWNLINK_BYTES) return refuse('NOT_SUPPORTED', `a downlink of ${bytes.length} bytes`);
    const downlink = toDownlink({ fPort, bytes: Uint8Array.from(bytes) });
    if (downlink === null || clock.now() >= Date.parse(message.expires)) return;
    if (!(await send(door, downlink))) return refuse('FAILED', 'the network server did not take the downlink');
    // The device answers nothing: the state that it reports afterwards shows what it did.
    acknowledge({ state: 'ACCEPTED' }, message, device);
  };

  return {
    /** Begins a command. A repeated one is not begun again meanwhile. */
    run(target: DecodedDevice, message: CommandMessage): void {
      if (running.has(message.id)) return;
      const run = execute(target, message)
        .catch((error) => noteFault(target.device, error instanceof Error ? error.message : 'unknown error'))
        .finally(() => running.delete(message.id));
      running.set(message.id, run);
    },
    async stop(): Promise<void> {
      await Promise.all(running.values());
    },
  };
};
