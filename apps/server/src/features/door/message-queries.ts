import type { Language } from '@airdeck/contract/user/schema';
import type { BoundSensor } from '@airdeck/drivers/binding';
import type { Json, JsonObject } from '@airdeck/drivers/types';
import sql, { raw, type Sql } from 'sql-template-tag';
import type { Db, Tx } from '../../platform/db/pool.ts';

/** Messages that wait for one device at most, and devices of one door that may be unbound. */
export const MAX_WAITING = 2_000;
export const MAX_UNBOUND = 500;

export interface DoorRow {
  id: number;
  organization_id: number;
  kind: 'HTTP' | 'BROKER' | 'SITE' | 'POLL' | 'MODBUS';
  envelope: string | null;
  driver: string | null;
  local_server_id: number | null;
  filters: string[];
  secret_hash: Buffer | null;
  register_map: JsonObject | null;
  home_assistant: Language | null;
}

export interface DoorDeviceRow {
  id: number;
  door_id: number;
  address: string;
  driver: string | null;
  meter_id: number | null;
  purifier: number | null;
  sensors: BoundSensor[];
  blocked: 'Y' | 'N';
  host: string | null;
  port: number | null;
  unit: number | null;
  path: string | null;
  transport: 'TCP' | 'RTU_OVER_TCP';
  poll_interval_s: number | null;
  tls: 'Y' | 'N';
  ca: string | null;
  poll_login: 'NONE' | 'BASIC' | 'BEARER' | 'HEADER';
  poll_account: string | null;
  poll_secret: Buffer | null;
  register_map: JsonObject | null;
}

/**
 * Number and times of change of a table's rows. The newest time alone would miss a transaction that began before another
 * one and is committed after it.
 */
const revisionOf = (table: Sql): Sql =>
  sql`(select count(*) || '/' || coalesce(sum(extract(epoch from updated_time))::text, '') from ${table})`;

/** Changes whenever a door or a device behind one is added, changed or removed by a person. */
export const readDoorsRevision = async (db: Db): Promise<string> => {
  const { rows } = await db.query<{ revision: string }>(sql`
    select ${revisionOf(raw('door'))} || ' ' || ${revisionOf(raw('door_device'))} || ' ' || ${revisionOf(raw('decoder'))}
      || ' ' || (select count(*) from organization where use = 'N') as revision`);
  return rows[0]?.revision ?? '';
};

const DOOR_COLUMNS = sql`d.id, d.organization_id, d.kind, d.envelope, d.driver, d.local_server_id, d.filters,
  d.secret_hash, d.register_map, d.home_assistant`;

/** Doors in use, of organizations in use. */
export const listDoors = async (db: Db): Promise<DoorRow[]> => {
  const { rows } = await db.query<DoorRow>(sql`
    select ${DOOR_COLUMNS} from door d join organization o on o.id = d.organization_id where d.use = 'Y' and o.use = 'Y' order by d.id`);
  return rows;
};

const DEVICE_COLUMNS = sql`id, door_id, address, driver, meter_id, purifier, sensors, blocked, host, port, unit, path,
  transport, tls, ca, poll_login, poll_account, poll_secret, poll_interval_s, register_map`;

export const listDoorDevices = async (db: Db): Promise<DoorDeviceRow[]> => {
  const { rows } = await db.query<DoorDeviceRow>(sql`select ${DEVICE_COLUMNS} from door_device order by id`);
  return rows;
};

export const findDoor = async (db: Db | Tx, id: number): Promise<DoorRow | undefined> => {
  const { rows } = await db.query<DoorRow>(sql`select ${DOOR_COLUMNS} from door d where d.id = ${id}`);
  return rows[0];
};

/** A device with its door, whether or not they are in use. */
export const findDeviceWithDoor = async (
  db: Db | Tx,
  id: number,
): Promise<{ door: DoorRow; device: DoorDeviceRow } | undefined> => {
  const { rows } = await db.query<DoorDeviceRow>(sql`
    select ${DEVICE_COLUMNS} from door_device where id = ${id}`);
  const [device] = rows;
  if (device === undefined) return undefined;
  const door = await findDoor(db, device.door_id);
  return door && { door, device };
};

/** The device with an address, which is added if it is new; undefined: too many devices of the door are unbound. */
export const addDoorDevice = async (
  tx: Db | Tx,
  { doorId, organizationId, address }: { doorId: number; organizationId: number; address: string },
): Promise<DoorDeviceRow | undefined> => {
  await tx.query(sql`
    insert into door_device (organization_id, door_id, address)
    select ${organizationId}, ${doorId}, ${address}
    where (select count(*) from door_device where door_id = ${doorId} and meter_id is null) < ${MAX_UNBOUND}
    on conflict (door_id, address) do nothing`);
  const { rows } = await tx.query<DoorDeviceRow>(sql`
    select ${DEVICE_COLUMNS} from door_device where door_id = ${doorId} and address = ${address}`);
  return rows[0];
};

export interface ArrivedMessage {
  doorId: number;
  /** null: not decoded yet. */
  deviceId: number | null;
  receivedTime: number;
  topic: string;
  payload: Buffer;
  isRetained: boolean;
}

/**
 * Keeps a message; beyond `MAX_WAITING` of a device the oldest one is dropped, unless it is being decoded: its transaction
 * may be waiting for this one.
 */
export const insertMessage = async (tx: Db | Tx, message: ArrivedMessage): Promise<void> => {
  const { doorId, deviceId, receivedTime, topic, payload, isRetained } = message;
  await tx.query(sql`
    insert into door_message (door_id, device_id, received_time, topic, payload, is_retained)
    values (${doorId}, ${deviceId}, ${new Date(receivedTime)}, ${topic}, ${payload}, ${isRetained})`);
  if (deviceId === null) return;
  await tx.query(sql`
    delete from door_message where id in (
      select id from door_message where id in (
        select id from door_message where device_id = ${deviceId} order by id desc offset ${MAX_WAITING})
      for update skip locked)`);
};

export interface WaitingMessageRow {
  id: number;
  door_id: number;
  received_time: Date;
  topic: string;
  payload: Buffer;
  is_retained: boolean;
}

export interface NewMessageRow extends WaitingMessageRow {
  /** Whether its door is in use. */
  is_open: boolean;
}

const MESSAGE_COLUMNS = sql`id, door_id, received_time, topic, payload, is_retained`;

/** Locks messages that are not decoded yet, in the order of arrival, until the transaction ends. */
export const lockNewMessages = async (tx: Tx, limit: number): Promise<NewMessageRow[]> => {
  const { rows } = await tx.query<NewMessageRow>(sql`
    select ${MESSAGE_COLUMNS}, exists (
        select from door d join organization o on o.id = d.organization_id
        where d.id = door_id and d.use = 'Y' and o.use = 'Y') as is_open
    from door_message where device_id is null order by id limit ${limit} for update skip locked`);
  return rows;
};

/** Locks messages that wait for a device. */
export const lockWaitingMessages = async (tx: Tx, deviceId: number, limit: number): Promise<WaitingMessageRow[]> => {
  const { rows } = await tx.query<WaitingMessageRow>(sql`
    select ${MESSAGE_COLUMNS} from door_message where device_id = ${deviceId} order by id limit ${limit}
    for update skip locked`);
  return rows;
};

export const deleteMessages = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.query(sql`delete from door_message where id = any(${ids}::bigint[])`);
};

/** Devices that have a meter and messages that waited for it. */
export const listReleasable = async (
  db: Db,
): Promise<{ id: number; door_id: number; address: string; meter_id: number }[]> => {
  const { rows } = await db.query<{ id: number; door_id: number; address: string; meter_id: number }>(sql`
    select d.id, d.door_id, d.address, d.meter_id from door_device d
    where d.meter_id is not null and exists (select from door_message m where m.device_id = d.id) order by d.id`);
  return rows;
};

export const deleteMessagesBefore = async (db: Db, time: number): Promise<void> => {
  await db.query(sql`delete from door_message where received_time < ${new Date(time)}`);
};

/** News of a device since its counters were saved last; times are epoch milliseconds. */
export interface DeviceNews {
  id: number;
  messages: number;
  /** null: nothing has come. */
  lastSeenTime: number | null;
  model: string | null;
  sample: { topic: string; payload: Buffer } | null;
  /** `text` null: what was wrong is over. null: nothing is new. */
  fault: { text: string | null; time: number } | null;
}

const dateOf = (time: number | null): Date | null => (time === null ? null : new Date(time));

export const saveDeviceNews = async (db: Db, news: readonly DeviceNews[]): Promise<void> => {
  if (news.length === 0) return;
  await db.query(sql`
    update door_device d set
      message_count = d.message_count + n.messages,
      last_seen_time = greatest(d.last_seen_time, n.last_seen_time),
      model = coalesce(n.model, d.model),
      sample_topic = coalesce(n.topic, d.sample_topic),
      sample_payload = coalesce(n.payload, d.sample_payload),
      fault = case when n.fault_time is null then d.fault else n.fault end,
      fault_time = case when n.fault_time is null then d.fault_time when n.fault is null then null else n.fault_time end
    from unnest(${news.map(({ id }) => id)}::integer[], ${news.map(({ messages }) => messages)}::integer[],
      ${news.map((each) => dateOf(each.lastSeenTime))}::timestamptz[], ${news.map(({ model }) => model)}::text[],
      ${news.map(({ sample }) => sample?.topic ?? null)}::text[],
      ${news.map(({ sample }) => sample?.payload ?? null)}::bytea[],
      ${news.map(({ fault }) => fault?.text ?? null)}::text[],
      ${news.map(({ fault }) => dateOf(fault?.time ?? null))}::timestamptz[])
      as n(id, messages, last_seen_time, model, topic, payload, fault, fault_time)
    where d.id = n.id`);
};

export interface FactRow {
  door_id: number;
  key: string;
  content: Json;
}

export const listFacts = async (db: Db): Promise<FactRow[]> => {
  const { rows } = await db.query<FactRow>(sql`select door_id, key, content from door_fact`);
  return rows;
};

/** Saves facts; null removes them. Facts of a door that is gone are dropped. */
export const saveFacts = async (db: Db, facts: readonly FactRow[]): Promise<void> => {
  if (facts.length === 0) return;
  const columns = sql`unnest(${facts.map(({ door_id }) => door_id)}::integer[], ${facts.map(({ key }) => key)}::text[],
    ${facts.map(({ content }) => (content === null ? null : JSON.stringify(content)))}::text[]) as n(door_id, key, content)`;
  await db.tx(async (tx) => {
    await tx.query(sql`
      delete from door_fact f using ${columns} where f.door_id = n.door_id and f.key = n.key and n.content is null`);
    await tx.query(sql`
      insert into door_fact (door_id, key, content)
      select n.door_id, n.key, n.content::jsonb from ${columns} join door on door.id = n.door_id
      where n.content is not null
      on conflict (door_id, key) do update set content = excluded.content`);
  });
};
