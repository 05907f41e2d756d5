import type { DOOR_DEVICE_ORDERS, DoorDevicesQuery } from '@airdeck/contract/door/routes';
import {
  type DoorDevice,
  type DoorDeviceFields,
  isPolledKind,
  type NewDoorDevice,
} from '@airdeck/contract/door/schema';
import type { FieldCode } from '@airdeck/contract/error/field-code';
import { parseChannelKey, seqOfChannel, typeOfChannel } from '@airdeck/domain/channel';
import type { BoundSensor } from '@airdeck/drivers/binding';
import type { Json, JsonObject } from '@airdeck/drivers/types';
import sql, { type Sql } from 'sql-template-tag';
import { containsWords, equals, withinScope } from '../../platform/db/conditions.ts';
import type { Db, Tx } from '../../platform/db/pool.ts';
import { naturalOrder } from '../../platform/db/read-page.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { SiteAddressRule } from '../../platform/net/site-address.ts';
import type { PasswordSeal } from '../../platform/password-seal.ts';
import type { ResourceTable } from '../../resource/resource-table.ts';
import { presentTimestamps, type Timestamped } from '../../resource/timestamps.ts';
import { driverOf } from './decode-arrival.ts';
import { checkDecoder } from './decoder-queries.ts';
import { checkedRegisterMap } from './door-queries.ts';
import { type DoorRow, findDeviceWithDoor, findDoor } from './message-queries.ts';
import { checkLogin, type StoredLogin, storedLogin } from './poll-login.ts';
import { polledAddress } from './read-device.ts';

type Times = 'first_seen_time' | 'last_seen_time';
type Row = Omit<Timestamped<DoorDevice>, Times> & { first_seen_time: Date; last_seen_time: Date | null };

const connectedFilter = (connected: 'Y' | 'N' | undefined): Sql[] =>
  connected === undefined ? [] : [connected === 'Y' ? sql`v.meter_id is not null` : sql`v.meter_id is null`];

export const createDoorDeviceTable = ({
  isAllowed,
  seal,
}: {
  isAllowed: SiteAddressRule;
  seal: PasswordSeal;
}): ResourceTable<
  Row,
  DoorDevice,
  NewDoorDevice,
  DoorDeviceFields,
  DoorDevicesQuery,
  (typeof DOOR_DEVICE_ORDERS)[number]
> => ({
  entity: 'door_devices',
  table: 'door_device',
  alias: 'v',
  list: {
    columns: sql`v.id, v.organization_id, o.name as organization_name, v.door_id, r.name as door_name, v.address,
        v.driver, v.model, v.meter_id, m.name as meter_name, f.name as office_name, d.name as department_name,
        v.purifier, v.sensors, m.interval_s, v.blocked, v.host, v.port, v.unit, v.path, v.transport, v.tls,
        v.ca, v.poll_login, v.poll_account, v.poll_interval_s, v.register_map, v.message_count,
        (select count(*) from door_message w where w.device_id = v.id) as waiting_count,
        v.first_seen_time, v.last_seen_time, v.fault, v.created_time, v.updated_time, v.version`,
    from: sql`door_device v join door r on r.id = v.door_id join organization o on o.id = v.organization_id
      left join meter m on m.id = v.meter_id left join office f on f.id = m.office_id
      left join department d on d.id = m.department_id`,
    fields: {
      organization_name: 'o.name',
      door_name: naturalOrder('r.name'),
      address: naturalOrder('v.address'),
      driver: 'v.driver',
      model: 'v.model',
      meter_name: naturalOrder('m.name'),
      message_count: 'v.message_count',
      last_seen_time: 'v.last_seen_time',
      blocked: 'v.blocked',
      created_time: 'v.created_time',
      updated_time: 'v.updated_time',
    },
    order: ['o.name', naturalOrder('r.name'), naturalOrder('v.address'), 'v.id'],
  },
  scope: { organization: 'v.organization_id' },
  filters: (query) => [
    ...containsWords(['o.name', 'o.name_en', 'r.name', 'v.address', 'v.model', 'm.name', 'm.name_en'], query.search),
    ...equals('v.organization_id', query.organizationId),
    ...equals('v.door_id', query.doorId),
    ...equals('v.blocked', query.blocked),
    ...connectedFilter(query.connected),
  ],
  present: ({ first_seen_time, last_seen_time, ...row }) => ({
    ...presentTimestamps(row),
    first_seen_time: first_seen_time.toISOString(),
    last_seen_time: last_seen_time?.toISOString() ?? null,
  }),
  passing: ['message_count', 'waiting_count', 'last_seen_time', 'fault', 'model'],
  // The meter is named too: binding may add sensors to it and change its interval.
  ownerOf: ({ organization_id, meter_id }) => ({
    organizationId: organization_id,
    ...(meter_id !== null && { meterId: meter_id }),
  }),
  parent: 'door_id',
  insert: async (tx, added, scope) => {
    const door = await findDoor(tx, added.door_id);
    if (door === undefined) return undefined;
    const address = addressOf(door, added, isAllowed) ?? added.address;
    if (address === null) throw new Failure('INVALID_PARAMETER', { address: 'REQUIRED' });
    const fields = withPort(door, added);
    const login = storedLogin(fields, null, seal);
    const { rows } = await tx.query<{ id: number; organization_id: number }>(sql`
      insert into door_device (organization_id, door_id, address)
      select r.organization_id, r.id, ${address} from door r
      where r.id = ${added.door_id} and ${withinScope(scope, { organization: 'r.organization_id' })}
      returning id, organization_id`);
    const [row] = rows;
    if (row === undefined) return undefined;
    if (!(await bind(tx, { ...row, address, login }, fields)))
      throw new Failure('INVALID_PARAMETER', { meter_id: 'NOT_FOUND' });
    return row.id;
  },
  update: async (tx, { id, organization_id, address }, edited) => {
    const found = await findDeviceWithDoor(tx, id);
    if (found === undefined) return false;
    const newAddress = addressOf(found.door, edited, isAllowed) ?? address;
    const fields = withPort(found.door, edited);
    const login = storedLogin(fields, found.device, seal);
    const row = { id, organization_id, address: newAddress, login };
    if (!(await bind(tx, row, fields))) throw new Failure('INVALID_PARAMETER', { meter_id: 'NOT_FOUND' });
    return true;
  },
  alsoMeters: async (_, before, after) => [before, after].flatMap(({ meter_id }) => meter_id ?? []),
});

const HTTP_PORT = 80;
const HTTPS_PORT = 443;
const MODBUS_PORT = 502;
const portOf = (kind: 'POLL' | 'MODBUS', { port, tls }: DoorDeviceFields): number =>
  port ?? (kind === 'MODBUS' ? MODBUS_PORT : tls === 'Y' ? HTTPS_PORT : HTTP_PORT);

/** The fields with the port at which a polled device is asked. */
const withPort = ({ kind }: DoorRow, fields: DoorDeviceFields): DoorDeviceFields =>
  isPolledKind(kind) ? { ...fields, port: portOf(kind, fields) } : fields;

/** Checks the fields by which a device is polled; returns its address, or null for a device that reports by itself. */
const addressOf = (door: DoorRow, fields: DoorDeviceFields, isAllowed: SiteAddressRule): string | null => {
  const refuse = (field: keyof DoorDeviceFields, code: FieldCode): Failure =>
    new Failure('INVALID_PARAMETER', { [field]: code });
  const { kind } = door;
  const { host, unit, path } = fields;
  if (kind !== 'MODBUS' && fields.register_map !== null) throw refuse('register_map', 'INVALID');
  if (kind !== 'POLL' && fields.tls === 'Y') throw refuse('tls', 'INVALID');
  if (kind !== 'POLL' && fields.poll_login !== 'NONE') throw refuse('poll_login', 'INVALID');
  if (!isPolledKind(kind)) {
    if (host !== null) throw refuse('host', 'INVALID');
    if (fields.port !== null) throw refuse('port', 'INVALID');
    return null;
  }
  if (host === null) throw refuse('host', 'REQUIRED');
  if (!isAllowed(host)) throw refuse('host', 'ADDRESS_REFUSED');
  if (kind === 'POLL') {
    const known = driverOf(fields.driver ?? door.driver)?.path;
    checkLogin(fields);
    if (path === null && known === undefined) throw refuse('path', 'REQUIRED');
    return polledAddress(kind, { host, port: portOf(kind, fields), unit: null });
  }
  const map = checkedRegisterMap(fields.register_map ?? door.register_map);
  if (map === null) throw refuse('register_map', 'REQUIRED');
  return polledAddress(kind, { host, port: portOf(kind, fields), unit: unit ?? map.unit });
};

interface BoundRow {
  id: number;
  organization_id: number;
  address: string;
  login: StoredLogin;
}

/** Writes the fields of a device, and prepares its meter for them; false: the meter is none of the organization. */
const bind = async (
  tx: Tx,
  { id, organization_id, address, login }: BoundRow,
  fields: DoorDeviceFields,
): Promise<boolean> => {
  const { driver, meter_id, purifier, sensors, interval_s, blocked } = fields;
  await checkDecoder(tx, driver, organization_id);
  if (meter_id !== null) {
    const { rows } = await tx.query(sql`
      select from meter where id = ${meter_id} and organization_id = ${organization_id} for update`);
    if (rows.length === 0) return false;
    await addMissingSensors(tx, meter_id, sensors);
    if (purifier !== null) await checkPurifier(tx, meter_id, purifier);
    if (interval_s !== null) {
      await tx.query(sql`
        update meter set interval_s = ${interval_s}, version = version + 1, updated_time = now()
        where id = ${meter_id} and interval_s <> ${interval_s}`);
    }
  } else if (purifier !== null) throw new Failure('INVALID_PARAMETER', { purifier: 'INVALID' });
  await tx.query(sql`
    update door_device set driver = ${driver}, meter_id = ${meter_id}::integer, purifier = ${purifier}::integer,
      sensors = ${JSON.stringify(sensors)}::jsonb, blocked = ${blocked}, version = version + 1, updated_time = now()
    where id = ${id}`);
  await setPolling(tx, { id, address, login }, fields);
  return true;
};

/** At another host or port, another process may poll it: see `claimDevices`. */
const setPolling = async (
  tx: Tx,
  { id, address, login: { login, account, secret } }: Pick<BoundRow, 'id' | 'address' | 'login'>,
  { host, port, unit, path, transport, tls, ca, poll_interval_s, register_map }: DoorDeviceFields,
): Promise<void> => {
  const map = register_map === null ? null : JSON.stringify(register_map);
  await tx.query(sql`
    update door_device v set address = ${address}, host = ${host}, port = ${port}::integer, unit = ${unit}::integer, path = ${path},
      transport = ${transport}, tls = ${tls}, ca = ${ca}, poll_login = ${login}, poll_account = ${account}::text,
      poll_secret = ${secret}::bytea, poll_interval_s = ${poll_interval_s}::integer, register_map = ${map}::jsonb,
      polled_by = case when v.host = ${host}::text and v.port = ${port}::integer then v.polled_by end
    where v.id = ${id}`);
};

/** A bound channel is a sensor of the meter. */
const addMissingSensors = async (tx: Tx, meterId: number, sensors: readonly BoundSensor[]): Promise<void> => {
  const channels = sensors.flatMap(({ channel }) => (channel === null ? [] : (parseChannelKey(channel) ?? [])));
  await tx.query(sql`
    insert into sensor (meter_id, type, sequence, name)
    select ${meterId}, n.type, n.sequence, n.type || ' ' || n.sequence
    from unnest(${channels.map((channel) => typeOfChannel(channel))}::text[],
      ${channels.map((channel) => seqOfChannel(channel))}::integer[]) as n(type, sequence)
    on conflict (meter_id, type, sequence) do nothing`);
};

const checkPurifier = async (tx: Tx, meterId: number, number: number): Promise<void> => {
  const { rows } = await tx.query(sql`select from purifier where meter_id = ${meterId} and number = ${number}`);
  if (rows.length === 0) throw new Failure('INVALID_PARAMETER', { purifier: 'NOT_FOUND' });
};

export interface DoorSample {
  kind: DoorRow['kind'];
  register_map: JsonObject | null;
  organization_id: number;
  envelope: string | null;
  door_driver: string | null;
  driver: string | null;
  sensors: BoundSensor[];
  door_id: number;
  address: string;
  last_seen_time: Date | null;
  sample_topic: string | null;
  sample_payload: Buffer | null;
}

/** What drivers remembered at a door, by key. */
export const findFacts = async (db: Db, doorId: number): Promise<Map<string, Json>> => {
  const { rows } = await db.query<{ key: string; content: Json }>(sql`
    select key, content from door_fact where door_id = ${doorId}`);
  return new Map(rows.map(({ key, content }) => [key, content]));
};

/** The last message of a device with what is needed to decode it. */
export const findSample = async (db: Db, id: number): Promise<DoorSample | undefined> => {
  const { rows } = await db.query<DoorSample>(sql`
    select r.organization_id, r.kind, coalesce(v.register_map, r.register_map) as register_map, r.envelope, r.driver as door_driver, v.door_id, v.address, v.driver, v.sensors, v.last_seen_time, v.sample_topic,
      v.sample_payload
    from door_device v join door r on r.id = v.door_id where v.id = ${id}`);
  return rows[0];
};
