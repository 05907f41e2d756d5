import type { CommandAckMessage, CommandMessage, CommandRefusal } from '@airdeck/contract/protocol/message';
import { encodeWrite, isConfirmed, type ReadBack, type RegisterAnswer } from '@airdeck/drivers/register-map';
import type { Clock } from '../../platform/clock.ts';
import { ModbusError } from '../../platform/modbus/modbus-error.ts';
import type { ModbusDevice, ModbusHosts } from '../../platform/modbus/modbus-hosts.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { DoorDevice } from './door-book.ts';
import { faultOf, modbusDeviceOf, type PolledDevice, registerMapOf } from './read-device.ts';

/** A device may take a while until its registers show what it does. */
const READ_BACKS = 5;
const READ_BACK_MS = 1_000;
/** Exceptions 1 to 3: the device does not have the function, the register or the value. */
const NOT_THERE = [1, 2, 3];

/** Errors after which the device may have carried out the write. */
const isUncertain = (error: unknown): boolean =>
  error instanceof ModbusError && ['TIMEOUT', 'LOST', 'ANSWER'].includes(error.code);

const refusalOf = (error: unknown): CommandRefusal =>
  error instanceof ModbusError && NOT_THERE.includes(error.exception ?? 0) ? 'NOT_SUPPORTED' : 'FAILED';

export interface RegisterCommandsOptions {
  modbus: Pick<ModbusHosts, 'read' | 'write'>;
  isAllowed: SiteAddressRule;
  clock: Clock;
  readBackMs?: number;
  /** Answers for the device, which knows no commands. */
  acknowledge(answer: Pick<CommandAckMessage, 'state' | 'reason'>, command: CommandMessage, device: DoorDevice): void;
  /** Asks the device: the state that it reports confirms the command. */
  pollNow(device: DoorDevice): void;
  noteFault(device: DoorDevice, text: string): void;
}

/**
 * Carries out commands by writing registers and reading them back. Commands of one device follow each other; one that
 * would begin after its expiry is not begun.
 */
export const createRegisterCommands = (options: RegisterCommandsOptions) => {
  const { modbus, isAllowed, clock, readBackMs = READ_BACK_MS, pollNow, noteFault } = options;
  const stopping = new AbortController();
  /** The last command of each device. */
  const last = new Map<number, Promise<void>>();
  const begun = new Set<string>();

  const pause = (): Promise<void> =>
    new Promise((resolve) => {
      if (stopping.signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        stopping.signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, readBackMs);
      stopping.signal.addEventListener('abort', end);
    });

  const readBack = async (target: ModbusDevice, places: readonly ReadBack[]): Promise<RegisterAnswer[]> => {
    const answers: RegisterAnswer[] = [];
    for (const { table, register } of places) answers.push(await modbus.read(target, { table, register, count: 1 }));
    return answers;
  };

  /** Whether the registers show the command's effect, now or a little later. */
  const takesEffect = async (target: ModbusDevice, places: readonly ReadBack[]): Promise<boolean> => {
    for (let i = 0; i < READ_BACKS && !stopping.signal.aborted; i++) {
      if (i > 0) await pause();
      const answers = await readBack(target, places).catch(() => []);
      if (isConfirmed(places, answers)) return true;
    }
    return false;
  };

  const execute = async (polled: PolledDevice, command: CommandMessage): Promise<void> => {
    const answer = (state: CommandAckMessage['state'], reason?: CommandRefusal): void =>
      options.acknowledge({ state, ...(reason && { reason }) }, command, polled.device);
    const { device, door } = polled;
    const map = registerMapOf(door, device);
    const encoded = map === null ? null : encodeWrite(map, command.command, command.action);
    if (map === null || encoded === null) return answer('REJECTED', 'NOT_SUPPORTED');
    if (!isAllowed(polled.host)) return answer('REJECTED', 'FAILED');
    if (stopping.signal.aborted || clock.now() >= Date.parse(command.expires)) return;
    const target = modbusDeviceOf(polled, map);
    let isWritten = true;
    try {
      for (const { table, register, value } of encoded.writes) {
        await modbus.write(target, { table, register, values: [value] });
      }
      answer('ACCEPTED');
    } catch (error) {
      noteFault(device, `${command.command} ${command.action}: ${faultOf(error)}`);
      if (!isUncertain(error)) return answer('REJECTED', refusalOf(error));
      isWritten = false;
    }
    const isDone = await takesEffect(target, encoded.readBacks);
    // The answer was late or lost, and the registers show that the device has done it.
    if (isDone && !isWritten) answer('ACCEPTED');
    if (!isDone && isWritten) {
      noteFault(device, `${command.command} ${command.action}: the registers do not show the written values`);
    }
    pollNow(device);
  };

  return {
    /** Begins a command, or queues it. Repeated ones are not begun again meanwhile. */
    run(polled: PolledDevice, command: CommandMessage): void {
      const { id } = polled.device;
      if (begun.has(command.id)) return;
      begun.add(command.id);
      const before = last.get(id) ?? Promise.resolve();
      const run = before
        .then(() => execute(polled, command))
        .catch((error) => noteFault(polled.device, faultOf(error)))
        .finally(() => {
          begun.delete(command.id);
          if (last.get(id) === run) last.delete(id);
        });
      last.set(id, run);
    },
    async stop() {
      stopping.abort();
      await Promise.all(last.values());
    },
  };
};
