import type { PurifierState } from '@airdeck/contract/purifier/schema';
import type { Command } from '@airdeck/domain/control/command';
import { type CommandOrigin, MAX_COMMAND_LIFE_MS } from '@airdeck/domain/control/command-state';
import sql from 'sql-template-tag';
import type { CommandEvent } from '../../feed/entry.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import type { Tables } from '../../schema/tables.ts';
import type { TargetRow } from './target-queries.ts';

/** The wanted state, of any purifier. */
export interface Wanted {
  batchId: string;
  origin: CommandOrigin;
  userId: number | null;
  ip: string | null;
  command: Command;
  action: string;
  description: string | null;
  /** Epoch milliseconds. */
  requestedTime: number;
}

/** A purifier that gets a command, and when that expires, epoch milliseconds. */
export type CommandTarget = TargetRow & { expiresTime: number };

type Changed = Pick<Tables['command'], 'id' | 'organization_id' | 'meter_id' | 'purifier_id' | 'state'>;
const CHANGED = sql`id, organization_id, meter_id, purifier_id, state`;

export const wordOf = ({ id, organization_id, meter_id, purifier_id, state }: Changed): CommandEvent => ({
  commandId: id,
  organizationId: organization_id,
  meterId: meter_id,
  purifierId: purifier_id,
  state,
});

/** Writes down a command for each of these purifiers, but for those that have one of the batch already. */
export const insertCommands = async (
  tx: Tx,
  targets: readonly CommandTarget[],
  wanted: Wanted,
): Promise<CommandEvent[]> => {
  const rows = targets.map((row) => ({
    organization_id: row.organization_id,
    meter_id: row.meter_id,
    purifier_id: row.id,
    organization_name: row.organization_name,
    office_name: row.office_name,
    department_name: row.department_name,
    meter_name: row.meter_name,
    air_name: row.name,
    before: row.state,
    expires_time: new Date(row.expiresTime),
  }));
  const inserted = await tx.query<Changed>(sql`
    insert into command (batch_id, organization_id, meter_id, purifier_id, organization_name, office_name,
      department_name, meter_name, air_name, origin, user_id, user_login, ip, command, action, description, before,
      requested_time, expires_time)
    select ${wanted.batchId}, t.organization_id, t.meter_id, t.purifier_id, t.organization_name, t.office_name,
      t.department_name, t.meter_name, t.air_name, ${wanted.origin}, ${wanted.userId},
      (select login from app_user where id = ${wanted.userId}), ${wanted.ip}, ${wanted.command}, ${wanted.action},
      ${wanted.description}, t.before, ${new Date(wanted.requestedTime)}, t.expires_time
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t(organization_id integer, meter_id integer,
      purifier_id integer, organization_name text, office_name text, department_name text, meter_name text,
      air_name text, before jsonb, expires_time timestamptz)
    order by t.purifier_id
    on conflict (batch_id, purifier_id) do nothing returning ${CHANGED}`);
  return inserted.rows.map(wordOf);
};

/** The commands that purifiers have of a batch, by purifier. */
export const listBatch = async (tx: Tx, batchId: string): Promise<Map<number, number>> => {
  const { rows } = await tx.query<{ purifier_id: number; id: number }>(
    sql`select purifier_id, id from command where batch_id = ${batchId}`,
  );
  return new Map(rows.map(({ purifier_id, id }) => [purifier_id, id]));
};

/** A command that is to be handed to its device. */
export interface Sendable
  extends Pick<Tables['command'], 'id' | 'organization_id' | 'meter_id' | 'action' | 'requested_time' | 'expires_time'>,
    Pick<Tables['purifier'], 'number'> {
  command: Command;
}

/** Commands that no device has taken yet. */
export const listUntaken = async (
  db: Db | Tx,
  now: number,
): Promise<{ id: number; meterId: number; expires: Date }[]> => {
  const { rows } = await db.query<{ id: number; meterId: number; expires: Date }>(sql`
    select id, meter_id as "meterId", expires_time as expires from command
    where state in ('REQUESTED', 'SENT') and expires_time > ${new Date(now)}`);
  return rows;
};

/**
 * Marks commands as sent, before they are: the process that marks them hands them over. Those that were sent before and that no
 * device has taken are handed over again, which does no harm: a device does a command once.
 */
export const claimCommands = async (
  tx: Tx,
  ids: readonly number[],
  now: number,
): Promise<{ claimed: CommandEvent[]; sendable: Sendable[] }> => {
  const time = new Date(now);
  const { rows: claimed } = await tx.query<Changed>(sql`
    update command set state = 'SENT', sent_time = ${time}
    where id = any(${ids}::bigint[]) and state = 'REQUESTED' and expires_time > ${time} returning ${CHANGED}`);
  const { rows: sendable } = await tx.query<Sendable & Record<string, unknown>>(sql`
    select k.id, k.organization_id, k.meter_id, p.number, k.command, k.action, k.requested_time, k.expires_time
    from command k join purifier p on p.id = k.purifier_id
    where k.id = any(${ids}::bigint[]) and k.state = 'SENT' and k.expires_time > ${time} order by k.id`);
  return { claimed: claimed.map(wordOf), sendable };
};

/** Sent, and lost on the way. */
export const failCommands = async (tx: Tx, ids: readonly number[], refusal: string, now: number) => {
  const { rows } = await tx.query<Changed>(sql`
    update command set state = 'FAILED', refusal = ${refusal}, ended_time = ${new Date(now)}
    where id = any(${ids}::bigint[]) and state = 'SENT' returning ${CHANGED}`);
  return rows.map(wordOf);
};

export interface Acknowledgement {
  id: number;
  meterId: number;
  state: 'ACCEPTED' | 'REJECTED';
  refusal: string | null;
  time: number;
  /** Time by the device's clock. */
  deviceTime: number | null;
}

/**
 * Records a device's answer to a command. A command that it accepted in time stays accepted, even if the answer is
 * late: a report may still confirm it.
 */
export const acknowledgeCommand = async (tx: Tx, said: Acknowledgement): Promise<CommandEvent[]> => {
  const time = new Date(said.time);
  const deviceTime = said.deviceTime === null ? null : new Date(said.deviceTime);
  const { rows } =
    said.state === 'ACCEPTED'
      ? await tx.query<Changed>(sql`
          update command set state = case when state = 'SENT' then 'ACCEPTED' else state end, accepted_time = ${time},
            accepted_device_time = ${deviceTime}
          where id = ${said.id} and meter_id = ${said.meterId} and state in ('SENT', 'EXPIRED') and accepted_time is null
          returning ${CHANGED}`)
      : await tx.query<Changed>(sql`
          update command set state = 'REJECTED', refusal = ${said.refusal}, ended_time = ${time}
          where id = ${said.id} and meter_id = ${said.meterId} and state in ('SENT', 'ACCEPTED') returning ${CHANGED}`);
  return rows.map(wordOf);
};

/** A command that a report may confirm. */
export interface Confirmable
  extends Pick<Tables['command'], 'id' | 'purifier_id' | 'action' | 'state' | 'expires_time'>,
    Pick<Tables['command'], 'accepted_device_time' | 'accepted_time'> {
  command: Command;
  sent_time: Date;
}

/** How long a report can still confirm a command that was accepted and has expired since, ms. */
const LATE_MS = 600_000;

export const listConfirmable = async (tx: Tx, purifierIds: readonly number[], now: number): Promise<Confirmable[]> => {
  const { rows } = await tx.query<Confirmable & Record<string, unknown>>(sql`
    select id, purifier_id, command, action, state, sent_time, expires_time, accepted_device_time, accepted_time
    from command where purifier_id = any(${purifierIds}::integer[]) and (state in ('SENT', 'ACCEPTED')
      or state = 'EXPIRED' and sent_time is not null and expires_time > ${new Date(now - LATE_MS)}
        and requested_time > ${new Date(now - LATE_MS - MAX_COMMAND_LIFE_MS)})`);
  return rows;
};

export const confirmCommands = async (
  tx: Tx,
  confirmed: readonly { id: number; after: PurifierState }[],
  now: number,
): Promise<CommandEvent[]> => {
  const { rows } = await tx.query<Changed>(sql`
    update command k set state = 'CONFIRMED', after = c.after, ended_time = ${new Date(now)}
    from unnest(${confirmed.map(({ id }) => id)}::bigint[], ${confirmed.map(({ after }) => JSON.stringify(after))}::jsonb[])
      as c(id, after)
    where k.id = c.id and k.state in ('SENT', 'ACCEPTED', 'EXPIRED')
    returning k.id, k.organization_id, k.meter_id, k.purifier_id, k.state`);
  return rows.map(wordOf);
};

/** Ends commands that were not confirmed in time. */
export const expireCommands = async (tx: Tx, now: number): Promise<CommandEvent[]> => {
  const time = new Date(now);
  const { rows } = await tx.query<Changed>(sql`
    update command set state = 'EXPIRED', ended_time = ${time}
    where state in ('REQUESTED', 'SENT', 'ACCEPTED') and expires_time <= ${time} returning ${CHANGED}`);
  return rows.map(wordOf);
};
