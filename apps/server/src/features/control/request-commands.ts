import { overridesAuto } from '@airdeck/domain/control/auto-command';
import type { Command } from '@airdeck/domain/control/command';
import { COMMAND_LIFE_MS, type CommandOrigin } from '@airdeck/domain/control/command-state';
import type { Obstacle } from '@airdeck/domain/control/obstacle';
import type { Scope } from '@airdeck/domain/policy/may';
import { readCommandLives } from '../../device-messages/command-life-queries.ts';
import type { FeedWriter } from '../../feed/feed.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { overrideAuto, resumeAuto } from './auto/mode-queries.ts';
import { insertCommands, listBatch } from './command-queries.ts';
import { publishCommandEvents } from './publish-command-events.ts';
import { listTargets, type TargetRow } from './target-queries.ts';
import { targetObstacle } from './targets.ts';

export interface RequestOptions {
  db: Db;
  feed: FeedWriter;
  clock: Clock;
}

/** The wanted commands: purifiers, command and user. */
export interface CommandRequest {
  /** Names the request: asked again, nothing happens a second time. */
  batchId: string;
  purifierIds: readonly number[];
  command: Command;
  action: string;
  origin: CommandOrigin;
  userId: number | null;
  ip: string | null;
  description: string | null;
}

export interface RequestResult {
  purifierId: number;
  /** null: it was not told. */
  commandId: number | null;
  obstacle: Obstacle | null;
}

/** For each purifier in the caller's scope, in the order of the request. */
const inOrder = (ids: readonly number[], rows: readonly TargetRow[]): TargetRow[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
};

export const previewCommands = async (
  { db, clock }: Pick<RequestOptions, 'db' | 'clock'>,
  scope: Scope,
  { purifierIds, command, action }: Pick<CommandRequest, 'purifierIds' | 'command' | 'action'>,
): Promise<{ purifierId: number; obstacle: Obstacle | null }[]> =>
  inOrder(purifierIds, await listTargets(db, scope, purifierIds)).map((row) => ({
    purifierId: row.id,
    obstacle: targetObstacle(command, action, row, clock.now()),
  }));

/**
 * A manual command overrides automatic mode for the configured time, a timetable's speed until it sets AUTO. AUTO
 * returns control to it. Automatic mode does not start what a timetable switches off.
 */
const yieldAuto = async (
  tx: Tx,
  { origin, command, action }: CommandRequest,
  purifierIds: readonly number[],
  now: number,
): Promise<void> => {
  const isTimetable = origin === 'TIMETABLE';
  if (origin === 'AUTO' || !overridesAuto(command) || (isTimetable && command === 'POWER')) return;
  if (action === 'AUTO') await resumeAuto(tx, purifierIds);
  else await overrideAuto(tx, purifierIds, now, isTimetable ? { minutes: null } : undefined);
};

/**
 * Inserts commands in the caller's transaction: after its commit, and `feed.wake('command')`, the process with the
 * device's connection delivers them. Purifiers that cannot receive it are omitted, with the reason.
 */
export const requestCommandsIn = async (
  tx: Tx,
  { feed, clock }: Pick<RequestOptions, 'feed' | 'clock'>,
  scope: Scope,
  request: CommandRequest,
): Promise<RequestResult[]> => {
  const { purifierIds, ...wanted } = request;
  const now = clock.now();
  const targets = inOrder(purifierIds, await listTargets(tx, scope, purifierIds));
  const known = await listBatch(tx, request.batchId);
  const checked = targets.map((row) => ({
    row,
    // Commands of an earlier request are not checked again.
    obstacle: known.has(row.id) ? null : targetObstacle(request.command, request.action, row, now),
  }));
  const taking = checked.flatMap(({ row, obstacle }) => (obstacle === null && !known.has(row.id) ? [row] : []));
  const lives = await readCommandLives(
    tx,
    taking.map(({ id }) => id),
  );
  const due = taking.map((row) => ({ ...row, expiresTime: now + (lives.get(row.id) ?? COMMAND_LIFE_MS) }));
  const words = due.length === 0 ? [] : await insertCommands(tx, due, { ...wanted, requestedTime: now });
  const told = words.map(({ purifierId }) => purifierId);
  await yieldAuto(tx, request, told, now);
  await publishCommandEvents(feed, tx, words);
  const commands = await listBatch(tx, request.batchId);
  return checked.map(({ row: { id }, obstacle }) => ({
    purifierId: id,
    commandId: commands.get(id) ?? null,
    obstacle,
  }));
};

/** The same in a separate transaction. */
export const requestCommands = async (
  options: RequestOptions,
  scope: Scope,
  request: CommandRequest,
): Promise<RequestResult[]> => {
  const results = await options.db.tx((tx) => requestCommandsIn(tx, options, scope, request));
  options.feed.wake('command');
  return results;
};
