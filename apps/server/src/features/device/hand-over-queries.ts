import { WEEK_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import type { Tx } from '../../platform/db/pool.ts';

/** How long a claimed device may use the enrolment secret. */
const OPEN_MS = WEEK_MS;

/** State of a hand-over `h`, null if the meter has none, and since when. */
export const HAND_OVER_STATE = sql`case when h.outcome = 'USED' then 'DONE' when h.outcome = 'ENDED' then 'ENDED'
  when h.closes_time <= now() then 'EXPIRED' when h.delivered_time is not null then 'DELIVERED'
  when h.meter_id is not null then 'OPEN' end`;
export const HAND_OVER_TIME = sql`coalesce(h.ended_time, case when h.closes_time <= now() then h.closes_time end,
  h.delivered_time, h.opened_time)`;

export interface ClaimedMeter {
  id: number;
  organizationId: number;
  code: string;
}

/** Opens the hand-over of meters whose devices enrolled, and returns their ids: no secret of theirs works yet. */
export const openHandOvers = async (tx: Tx, meters: readonly ClaimedMeter[]): Promise<Set<number>> => {
  const { rows } = await tx.query<{ meter_id: number }>(sql`
    insert into hand_over (meter_id, ip, closes_time)
    select m.id, u.enrolled_ip, now() + ${OPEN_MS} * interval '1 millisecond'
    from unnest(${meters.map(({ id }) => id)}::integer[], ${meters.map(({ organizationId }) => organizationId)}::integer[],
      ${meters.map(({ code }) => code)}::text[]) as m (id, organization_id, code)
    join unregistered_device u on u.organization_id = m.organization_id and u.code = m.code
    join organization o on o.id = u.organization_id and o.enrolment_hash is not null
    where u.enrolled_ip is not null and u.blocked = 'N'
    returning meter_id`);
  return new Set(rows.map(({ meter_id }) => meter_id));
};

/** Opens a hand-over again, for the connection that the device has now; false: there is none, or it is done. */
export const reopenHandOver = async (tx: Tx, meterId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update hand_over set opened_time = now(), closes_time = now() + ${OPEN_MS} * interval '1 millisecond',
      connected_before = now(), delivered_time = null, ended_time = null, outcome = null
    where meter_id = ${meterId} and outcome is distinct from 'USED'`);
  return rowCount > 0;
};

/** Ends a hand-over: the enrolment secret no longer admits the device. False: none is open. */
export const endHandOver = async (tx: Tx, meterId: number): Promise<boolean> => {
  const { rowCount } = await tx.query(sql`
    update hand_over set ended_time = now(), outcome = 'ENDED' where meter_id = ${meterId} and ended_time is null`);
  return rowCount > 0;
};

export const deleteHandOver = async (tx: Tx, meterId: number): Promise<void> => {
  await tx.query(sql`delete from hand_over where meter_id = ${meterId}`);
};

export interface NewSecret {
  meterId: number;
  secretHash: Buffer;
}

/**
 * Gives devices their own secrets, each once, also if several processes try: returns the meters of which this call did.
 */
export const deliverSecrets = async (tx: Tx, secrets: readonly NewSecret[], now: number): Promise<Set<number>> => {
  const { rows } = await tx.query<{ meter_id: number }>(sql`
    with given as (
      select meter_id, decode(hash, 'hex') as hash from unnest(${secrets.map(({ meterId }) => meterId)}::integer[],
        ${secrets.map(({ secretHash }) => secretHash.toString('hex'))}::text[]) as g (meter_id, hash)
    ), delivered as (
      update hand_over h set delivered_time = ${new Date(now)} from given g
      where h.meter_id = g.meter_id and h.delivered_time is null and h.ended_time is null
        and h.closes_time > ${new Date(now)}
      returning h.meter_id
    )
    update device_credential c set secret_hash = g.hash
    from given g join delivered d on d.meter_id = g.meter_id where c.meter_id = g.meter_id
    returning c.meter_id`);
  return new Set(rows.map(({ meter_id }) => meter_id));
};

/** Takes back deliveries of secrets that were not sent: others will be made. */
export const undoDeliveries = async (tx: Tx, meterIds: readonly number[]): Promise<void> => {
  await tx.query(sql`update hand_over set delivered_time = null
    where meter_id = any(${meterIds}::integer[]) and ended_time is null`);
};

/** Devices logged in with their own secrets. */
export const finishHandOvers = async (tx: Tx, meterIds: readonly number[], now: number): Promise<void> => {
  await tx.query(sql`update hand_over set ended_time = ${new Date(now)}, outcome = 'USED'
    where meter_id = any(${meterIds}::integer[]) and outcome is null`);
};
