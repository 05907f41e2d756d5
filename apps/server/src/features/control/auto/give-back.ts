import type { Scope } from '@airdeck/domain/policy/may';
import type { FeedWriter } from '../../../feed/feed.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { requestCommandsIn } from '../request-commands.ts';
import { type AutoModeRow, isOverridden } from './mode-queries.ts';

export interface GiveBackOptions {
  feed: FeedWriter;
  clock: Clock;
  newId(): string;
}

/**
 * Whether the device's own automatic mode gets control back. The order of a person or a timetable stays, and so does a
 * purifier that is off.
 */
const isOwed = (row: AutoModeRow, now: number): boolean => {
  const { auto_use, took_control, state, wishes } = row;
  if (auto_use !== 'Y' || took_control !== true || isOverridden(row, now) || state?.power !== 'ON') return false;
  return state.control !== 'AUTO' || wishes.length > 0;
};

/**
 * Requests the device's own automatic mode for a purifier whose auto mode ends, if auto mode took control from it. Call
 * it with the row as it was before; after the commit, `feed.wake('command')`.
 */
export const giveBackControl = async (
  tx: Tx,
  { feed, clock, newId }: GiveBackOptions,
  scope: Scope,
  row: AutoModeRow,
): Promise<void> => {
  if (!isOwed(row, clock.now())) return;
  await requestCommandsIn(tx, { feed, clock }, scope, {
    ...{ batchId: newId(), purifierIds: [row.id], command: 'WORK', action: 'AUTO', origin: 'AUTO' },
    ...{ userId: null, ip: null, description: null },
  });
};
