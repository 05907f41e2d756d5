import { isFulfilled } from '@airdeck/domain/control/command';
import { CLOCK_SLACK_MS, isAfter } from '@airdeck/domain/control/command-state';
import type { PurifierReport } from '../../feed/entry.ts';
import type { Feed } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import type { Log } from '../../platform/log.ts';
import { createLoop } from '../../platform/loop.ts';
import { type Confirmable, confirmCommands, expireCommands, listConfirmable } from './command-queries.ts';
import { publishCommandEvents } from './publish-command-events.ts';

/** Its name in the database. */
const CONSUMER = 'commands';
const EXPIRE_MS = 1_000;

export interface ConfirmOptions {
  db: Db;
  feed: Pick<Feed, 'consume' | 'append' | 'wake'>;
  clock: Clock;
  log: Log;
}

/** Expired commands are confirmed only if the device accepted them, or executed them in time. */
const isInTime = ({ state, expires_time, accepted_time }: Confirmable, time: number): boolean =>
  state !== 'EXPIRED' || accepted_time !== null || time <= expires_time.getTime() + CLOCK_SLACK_MS;

/** Whether a report shows that a command was carried out. */
export const confirms = (command: Confirmable, report: PurifierReport): boolean =>
  report.purifierId === command.purifier_id &&
  isAfter(
    { sentTime: command.sent_time.getTime(), acceptedDeviceTime: command.accepted_device_time?.getTime() ?? null },
    report.time,
  ) &&
  isInTime(command, report.time) &&
  isFulfilled(command.command, command.action, report.state);

/** Ends commands: those that a report fulfils, in the transaction that moves the feed's cursor, and those that expire. */
export const createConfirmation = ({ db, feed, clock, log }: ConfirmOptions) => {
  const consumer = feed.consume({
    name: CONSUMER,
    kinds: ['purifier'],
    async handle(tx, entries, { afterCommit }) {
      const reports = entries.map(({ report }) => report);
      const purifiers = [...new Set(reports.map(({ purifierId }) => purifierId))];
      const commands = await listConfirmable(tx, purifiers, clock.now());
      const confirmed = commands.flatMap((command) => {
        const report = reports.find((each) => confirms(command, each));
        return report ? [{ id: command.id, after: report.state }] : [];
      });
      if (confirmed.length === 0) return;
      const words = await confirmCommands(tx, confirmed, clock.now());
      await publishCommandEvents(feed, tx, words);
      afterCommit(() => feed.wake('command'));
    },
  });

  const expire = createLoop(
    async () => {
      const count = await db.tx(async (tx) => {
        const words = await expireCommands(tx, clock.now());
        await publishCommandEvents(feed, tx, words);
        return words.length;
      });
      if (count > 0) feed.wake('command');
      return EXPIRE_MS;
    },
    (error) => {
      log.warn({ err: error }, 'commands that are too old could not be ended; trying again');
      return EXPIRE_MS;
    },
  );

  return {
    async start(): Promise<void> {
      await consumer.start();
      expire.start();
    },
    async stop(): Promise<void> {
      await Promise.all([consumer.stop(), expire.stop()]);
    },
  };
};
