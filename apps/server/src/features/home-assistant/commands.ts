import type { Command } from '@airdeck/domain/control/command';
import {
  BIRTH_TOPIC,
  isCommandTopic,
  isOwnTopic,
  isRootOf,
  readCommand,
} from '../../device-messages/home-assistant-topics.ts';
import { limitLog } from '../../platform/limit-log.ts';
import type { Log } from '../../platform/log.ts';
import { createTokenBuckets } from '../../platform/mqtt/token-buckets.ts';
import type { Registry } from '../../registry/registry.ts';

/** Commands a second of one organization on average, and how many at once; more are dropped. */
const COMMANDS_A_SECOND = 1;
const BURST = 30;
const LOG_LINES_A_MINUTE = 10;

export interface RequestedCommand {
  organizationId: number;
  purifierId: number;
  command: Command;
  action: string;
  ip: string | null;
}

export interface CommandReceiverOptions {
  registry: Pick<Registry, 'snapshot'>;
  /** Requests a command like the console does; resolves to the reason why the purifier cannot take it, or null. */
  request(command: RequestedCommand): Promise<string | null>;
  /** Home Assistant has started at a door. */
  onStarted(doorId: number): void;
  monotonic(): number;
  log: Log;
}

export interface HomeAssistantMessage {
  topic: string;
  payload: Buffer;
  isRetained: boolean;
  ip: string;
}

/** Takes the messages of Home Assistant: commands, and that it has started. */
export const createCommandReceiver = ({ registry, request, onStarted, monotonic, log }: CommandReceiverOptions) => {
  const logLimited = limitLog(log, { lines: LOG_LINES_A_MINUTE, monotonic });
  const buckets = createTokenBuckets(COMMANDS_A_SECOND, BURST);

  const take = async (organizationId: number, { topic, payload, ip }: HomeAssistantMessage): Promise<void> => {
    const wanted = readCommand(topic, payload.toString('utf8'));
    const meter = wanted === null ? undefined : registry.snapshot().meters.get(wanted.meterId);
    const isOwn = wanted !== null && meter?.organization.id === organizationId;
    if (!isOwn || !isRootOf(wanted.root, meter.organization.code)) {
      return logLimited('info', { organization: organizationId }, 'a command of Home Assistant is not valid');
    }
    const purifier = meter.purifiers.find(({ number }) => number === wanted.number);
    if (purifier === undefined) return;
    if (buckets.take(String(organizationId), monotonic()) > 0) {
      buckets.giveBack(String(organizationId));
      return logLimited('warn', { organization: organizationId }, 'too many commands of Home Assistant; dropping one');
    }
    const { command, action } = wanted;
    const obstacle = await request({ organizationId, purifierId: purifier.id, command, action, ip: ip || null });
    if (obstacle !== null) {
      logLimited('info', { purifier: purifier.id, obstacle }, 'a purifier cannot take a command of Home Assistant');
    }
  };

  return {
    /** Whether a message is meant for, or comes from, this feature, and not from a device. */
    owns: (topic: string): boolean => isOwnTopic(topic) || topic === BIRTH_TOPIC,
    mayPublish: (topic: string): boolean => isCommandTopic(topic) || topic === BIRTH_TOPIC,
    /** `done` when the command is stored. */
    receive(
      door: { id: number; organizationId: number },
      message: HomeAssistantMessage,
      done: (error?: Error) => void,
    ): void {
      const { topic, payload, isRetained } = message;
      if (topic === BIRTH_TOPIC) {
        if (payload.toString('utf8') === 'online' && !isRetained) onStarted(door.id);
        return done();
      }
      // An own message that a broker sends back, or a command that may be days old.
      if (!isCommandTopic(topic) || isRetained) return done();
      take(door.organizationId, message).then(
        () => done(),
        (error) => done(error),
      );
    },
  };
};
