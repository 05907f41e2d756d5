import { DECODER_ORDERS, DECODER_STATES, decoders as decoderRoutes } from '@airdeck/contract/door/decoder';
import {
  DOOR_DEVICE_ORDERS,
  DOOR_ORDERS,
  doorDevices as doorDeviceRoutes,
  doors as doorRoutes,
} from '@airdeck/contract/door/routes';
import { DOOR_KINDS, type Door, type DoorDevice, MODBUS_TRANSPORTS, POLL_LOGINS } from '@airdeck/contract/door/schema';
import { localServers } from '@airdeck/contract/local-server/routes';
import type { LocalServer } from '@airdeck/contract/local-server/schema';
import { LANGUAGES } from '@airdeck/contract/user/schema';
import type { FieldValues } from 'react-hook-form';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { BindingField } from '../doors/binding-field.tsx';
import { AddedDoor, RenewDoorSecret } from '../doors/door-dialogs.tsx';
import { FiltersField } from '../doors/filters-field.tsx';
import { PartField } from '../doors/part-field.tsx';
import { hasPollAccount, hasPollSecret } from '../doors/poll-login.ts';
import { ReadNow } from '../doors/read-now.tsx';
import { anyReference, type Definition } from '../model/definition.ts';
import { DeviceRegisterMap, DoorRegisterMap } from '../register-map/register-map-field.tsx';
import { registerMapRule } from '../register-map/register-map-rule.ts';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';
import { toMeter } from './references.ts';

const REFRESH_MS = 5_000;

const toLocalServer = anyReference<LocalServer>({
  list: localServers.list,
  label: nameOf,
  above: ['organization_name'],
  sameOrganization: true,
  current: 'local_server_name',
});

const toDoor = anyReference<Door>({
  list: doorRoutes.list,
  label: nameOf,
  above: ['organization_name'],
  sameOrganization: true,
  current: 'door_name',
});

/** A device that Airdeck asks; one that is added by hand may be. */
const isPolled = (item: DoorDevice | null): boolean => item === null || item.host !== null;

/** A field of some kinds of data sources. The kind of an existing one is no field of its form. */
const onlyOf = (...kinds: readonly string[]) => ({
  when: (item: Door | null): boolean => item === null || kinds.includes(item.kind),
  shown: ({ kind }: FieldValues): boolean => kind === undefined || kinds.includes(kind),
});

/** A device that is read by HTTP; a Modbus device has a unit or registers. */
const isRead = (item: DoorDevice | null): boolean =>
  isPolled(item) && (item === null || (item.unit === null && item.register_map === null));

const LastMessageCell = ({ item: { last_message_time: time } }: { item: Door }) =>
  time === null ? <>–</> : <RelativeTime time={time} />;
const LastSeenCell = ({ item: { last_seen_time: time } }: { item: DoorDevice }) =>
  time === null ? <>–</> : <RelativeTime time={time} />;

export const DOOR: Definition<typeof doorRoutes> = {
  title: 'door',
  empty: 'door',
  note: 'door',
  entity: 'doors',
  routes: doorRoutes,
  sortable: DOOR_ORDERS,
  places: 'organization',
  filters: [{ name: 'kind', choice: 'door_kind', options: DOOR_KINDS }, USE],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name' },
    { name: 'kind', kind: 'choice', choice: 'door_kind' },
    { name: 'envelope', extra: true },
    { name: 'driver', extra: true },
    { name: 'local_server_name', extra: true },
    { name: 'device_count', kind: 'number' },
    { name: 'unbound_count', kind: 'number' },
    { name: 'last_message_time', Cell: LastMessageCell },
    { name: 'use', kind: 'choice', choice: 'use', extra: true },
    { name: 'description', extra: true, long: true },
    ...STAMPS,
  ],
  facts: [
    { name: 'kind', kind: 'choice', choice: 'door_kind' },
    { name: 'account' },
    { name: 'header_name' },
    { name: 'local_server_name' },
    { name: 'last_message_time', kind: 'time' },
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'name', kind: 'text', required: true, half: true },
    {
      name: 'kind',
      kind: 'choice',
      choice: 'door_kind',
      options: DOOR_KINDS,
      required: true,
      onlyWhenAdded: true,
      half: true,
    },
    {
      name: 'local_server_id',
      kind: 'reference',
      reference: toLocalServer,
      onlyWhenAdded: true,
      shown: ({ kind }) => kind === 'SITE',
    },
    { name: 'filters', kind: 'custom', Input: FiltersField, ...onlyOf('BROKER', 'SITE') },
    { name: 'register_map', kind: 'custom', Input: DoorRegisterMap, ...onlyOf('MODBUS') },
    { name: 'envelope', kind: 'custom', Input: PartField, half: true },
    { name: 'driver', kind: 'custom', Input: PartField, half: true },
    {
      name: 'home_assistant',
      kind: 'choice',
      choice: 'language',
      options: LANGUAGES,
      ...onlyOf('BROKER', 'SITE'),
      half: true,
    },
    { name: 'header_name', kind: 'text', ...onlyOf('HTTP'), half: true },
    { name: 'header_secret', kind: 'password', ...onlyOf('HTTP'), half: true },
    { name: 'use', kind: 'yesNo', half: true },
    { name: 'description', kind: 'longText' },
  ],
  initial: { kind: 'BROKER', filters: [] },
  rule: registerMapRule,
  width: 'md',
  nameOf,
  Added: AddedDoor,
  taken: ['device_count'],
  actions: [
    {
      key: 'devices',
      label: (t) => t('menu.item.doorDevice'),
      to: ({ name }) => `/management/setting/door-device?search=${encodeURIComponent(name)}`,
    },
    {
      key: 'secret',
      label: (t) => t('device.secret.action'),
      visible: ({ kind }, may) => may.edit && (kind === 'BROKER' || kind === 'HTTP'),
      Dialog: RenewDoorSecret,
    },
  ],
  refreshMs: REFRESH_MS,
};

export const DOOR_DEVICE: Definition<typeof doorDeviceRoutes> = {
  title: 'doorDevice',
  empty: 'doorDevice',
  note: 'doorDevice',
  entity: 'door_devices',
  routes: doorDeviceRoutes,
  sortable: DOOR_DEVICE_ORDERS,
  places: 'organization',
  filters: [
    { name: 'connected', choice: 'connected', options: ['Y', 'N'] },
    { name: 'blocked', choice: 'blocked', options: ['Y', 'N'] },
  ],
  columns: [
    { name: 'address', primary: true },
    { name: 'organization_name', extra: true },
    { name: 'door_name' },
    { name: 'meter_name' },
    { name: 'model' },
    { name: 'driver', extra: true },
    { name: 'last_seen_time', Cell: LastSeenCell },
    { name: 'message_count', kind: 'number' },
    { name: 'waiting_count', kind: 'number', extra: true },
    { name: 'fault', extra: true, long: true },
    { name: 'blocked', kind: 'choice', choice: 'blocked', extra: true },
    ...STAMPS,
  ],
  facts: [
    { name: 'address' },
    { name: 'door_name' },
    { name: 'model' },
    { name: 'last_seen_time', kind: 'time' },
    { name: 'message_count', kind: 'number' },
    { name: 'fault' },
  ],
  width: 'md',
  fields: [
    { name: 'door_id', kind: 'reference', reference: toDoor, required: true, onlyWhenAdded: true },
    { name: 'address', kind: 'text', required: true, onlyWhenAdded: true },
    { name: 'meter_id', kind: 'reference', reference: toMeter },
    { name: 'driver', kind: 'custom', Input: PartField, half: true },
    { name: 'interval_s', kind: 'number', half: true },
    { name: 'purifier', kind: 'number', half: true },
    { name: 'host', kind: 'text', half: true, when: isPolled },
    { name: 'port', kind: 'number', half: true, hint: 'poll_port', when: isPolled },
    { name: 'unit', kind: 'number', half: true, when: isPolled },
    { name: 'path', kind: 'text', half: true, when: isPolled },
    { name: 'transport', kind: 'choice', choice: 'transport', options: MODBUS_TRANSPORTS, half: true, when: isPolled },
    { name: 'poll_interval_s', kind: 'number', half: true, when: isPolled },
    { name: 'tls', kind: 'yesNo', half: true, hint: 'poll_tls', when: isRead },
    { name: 'poll_login', kind: 'choice', choice: 'poll_login', options: POLL_LOGINS, half: true, when: isRead },
    { name: 'poll_account', kind: 'text', half: true, when: isRead, shown: hasPollAccount },
    { name: 'poll_secret', kind: 'password', half: true, when: isRead, shown: hasPollSecret },
    { name: 'ca', kind: 'multiline', hint: 'poll_ca', when: isRead, shown: ({ tls }) => tls === 'Y' },
    { name: 'register_map', kind: 'custom', Input: DeviceRegisterMap, when: isPolled },
    { name: 'blocked', kind: 'yesNo', hint: 'doorBlocked' },
    { name: 'sensors', kind: 'custom', Input: BindingField },
  ],
  initial: { sensors: [], blocked: 'N', transport: 'TCP', tls: 'N', poll_login: 'NONE' },
  rule: registerMapRule,
  nameOf: ({ address }) => address,
  actions: [
    {
      key: 'read',
      label: (t) => t('connect.polled.read'),
      visible: ({ host }, may) => may.edit && host !== null,
      Dialog: ReadNow,
    },
  ],
  refreshMs: REFRESH_MS,
};

const { list, read, export: exported, remove } = decoderRoutes;
/** Decoders are written in their editor; here they are looked through and deleted. */
const listedDecoders = { list, read, export: exported, remove };

export const DECODER: Definition<typeof listedDecoders> = {
  title: 'decoder',
  empty: 'decoder',
  entity: 'decoders',
  routes: listedDecoders,
  sortable: DECODER_ORDERS,
  places: 'organization',
  filters: [{ name: 'state', choice: 'decoder_state', options: DECODER_STATES }],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name' },
    { name: 'state', kind: 'choice', choice: 'decoder_state' },
    { name: 'example_count', kind: 'number' },
    { name: 'use_count', kind: 'number' },
    { name: 'trouble', extra: true, long: true },
    ...STAMPS,
  ],
  facts: [
    { name: 'name' },
    { name: 'state', kind: 'choice', choice: 'decoder_state' },
    { name: 'trouble' },
    { name: 'trouble_time', kind: 'time' },
    { name: 'use_count', kind: 'number' },
  ],
  fields: [],
  nameOf,
  actions: [
    {
      key: 'edit',
      label: (t) => t('connect.decoder.edit'),
      visible: (_, may) => may.remove,
      to: ({ id }) => `/management/setting/decoder-editor?decoder=${id}`,
    },
  ],
};
