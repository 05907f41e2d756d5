import { GATEWAY_ORDERS, type Gateway, gateways } from '@airdeck/contract/device/gateway';
import { meterImport, purifierImport, sensorImport } from '@airdeck/contract/device/import';
import {
  PURIFIER_ORDERS,
  purifiers,
  purifiersBulk,
  SENSOR_ORDERS,
  type Sensor,
  sensors,
  sensorsBulk,
} from '@airdeck/contract/device/parts';
import { METER_ORDERS, meters, metersBulk } from '@airdeck/contract/device/routes';
import { CERTIFICATE_GRADES, HAND_OVER_STATES, METER_TYPES, type Meter } from '@airdeck/contract/device/schema';
import { UNREGISTERED_ORDERS, unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import { BulkRegistration } from '../device-registration/bulk-registration.tsx';
import { BulkRejection } from '../device-registration/bulk-rejection.tsx';
import { RegistrationDialog } from '../device-registration/registration-dialog.tsx';
import { SensorTypesField } from '../device-registration/sensor-types-field.tsx';
import type { Column, Definition } from '../model/definition.ts';
import { EndHandOver, ReopenHandOver } from '../secret/hand-over.tsx';
import { AddedGateway, AddedMeter, RenewGatewaySecret, RenewSecret } from '../secret/renew-secret.tsx';
import { ReplaceDevice } from '../secret/replace-device.tsx';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';
import { toDepartment, toMeter } from './references.ts';

const PLACES: readonly Column<{ organization_name: string; office_name: string; department_name: string }>[] = [
  { name: 'organization_name' },
  { name: 'office_name', extra: true },
  { name: 'department_name' },
];
/** Its name on the screens of Monitoring and of alarms too. */
const SensorNameCell = ({ item }: { item: Sensor }) => writtenSensorName(item.name);

const HAND_OVER: readonly Column<Meter>[] = [
  { name: 'hand_over', kind: 'choice', choice: 'hand_over' },
  { name: 'hand_over_time', kind: 'time' },
];

const USED: Column<{ use: string }> = { name: 'use', kind: 'choice', choice: 'use' };

export const MEASURING: Definition<typeof meters> = {
  title: 'measuring',
  empty: 'measuring',
  entity: 'meters',
  routes: meters,
  sortable: METER_ORDERS,
  places: 'department',
  filters: [
    { name: 'type', choice: 'meterType', options: METER_TYPES },
    USE,
    { name: 'hand_over', choice: 'hand_over', options: HAND_OVER_STATES },
  ],
  columns: [
    ...PLACES,
    { name: 'name', primary: true, local: true },
    { name: 'code' },
    { name: 'type', kind: 'choice', choice: 'meterType' },
    { name: 'model', extra: true },
    { name: 'serial', extra: true },
    { name: 'ip', extra: true },
    { name: 'certificate_grade', kind: 'choice', choice: 'certificate_grade', extra: true },
    { name: 'certificate_number', extra: true },
    { name: 'certificate_until', kind: 'day', extra: true },
    { name: 'calibration_date', extra: true },
    { name: 'is_air', kind: 'yesNo', extra: true },
    { name: 'interval_s', kind: 'number', extra: true },
    { name: 'sensor_count', kind: 'number' },
    { name: 'purifier_count', kind: 'number' },
    USED,
    ...HAND_OVER.map((column) => ({ ...column, extra: true })),
    ...STAMPS,
  ],
  fields: [
    { name: 'department_id', kind: 'reference', reference: toDepartment, required: true },
    { name: 'name', kind: 'text', required: true, half: true },
    { name: 'name_en', kind: 'text', half: true },
    { name: 'type', kind: 'choice', choice: 'meterType', options: METER_TYPES, required: true, half: true },
    { name: 'code', kind: 'text', required: true, half: true, hint: 'meterCode' },
    { name: 'take_over', kind: 'yesNo', onlyWhenAdded: true },
    { name: 'sensors', kind: 'custom', Input: SensorTypesField, onlyWhenAdded: true },
    { name: 'interval_s', kind: 'number', required: true, half: true },
    { name: 'ip', kind: 'text', half: true },
    { name: 'model', kind: 'text', half: true },
    { name: 'serial', kind: 'text', half: true },
    { name: 'hardware_version', kind: 'text', half: true },
    { name: 'software_version', kind: 'text', half: true },
    { name: 'first_operation_date', kind: 'date', half: true },
    { name: 'cumulative_operation_h', kind: 'number', half: true },
    {
      ...{ name: 'certificate_grade', kind: 'choice', choice: 'certificate_grade', half: true },
      ...{ options: CERTIFICATE_GRADES, hint: 'certificate_grade' },
    },
    { name: 'certificate_number', kind: 'text', half: true },
    { name: 'certificate_until', kind: 'date', half: true },
    { name: 'calibration_date', kind: 'date', half: true, hint: 'calibration_date' },
    { name: 'is_air', kind: 'yesNo', half: true },
    { name: 'use', kind: 'yesNo', half: true },
  ],
  facts: HAND_OVER,
  initial: { type: 'METER', is_air: 'N', take_over: 'N', interval_s: 60, sensors: [] },
  import: { ...meterImport, handsOut: 'secrets' },
  bulkEdit: metersBulk,
  nameOf,
  deleted: 'meter',
  Added: AddedMeter,
  actions: [
    {
      key: 'quality',
      label: (t) => t('device.quality.action'),
      to: ({ id }) => `/management/setting/measuring/${id}/quality`,
    },
    {
      key: 'sensors',
      label: (t) => t('menu.item.settingSensor'),
      to: ({ code }) => `/management/setting/sensor?search=${code}`,
    },
    {
      key: 'purifiers',
      label: (t) => t('menu.item.sterilizer'),
      to: ({ code }) => `/management/setting/sterilizer?search=${code}`,
    },
    { key: 'secret', label: (t) => t('device.secret.action'), visible: (_, may) => may.edit, Dialog: RenewSecret },
    {
      key: 'reopenHandOver',
      label: (t) => t('device.handOver.reopen.action'),
      visible: ({ hand_over }, may) => may.edit && hand_over !== null && hand_over !== 'DONE',
      Dialog: ReopenHandOver,
    },
    {
      key: 'endHandOver',
      label: (t) => t('device.handOver.end.action'),
      visible: ({ hand_over }, may) => may.edit && (hand_over === 'OPEN' || hand_over === 'DELIVERED'),
      Dialog: EndHandOver,
    },
    {
      key: 'replacement',
      label: (t) => t('device.replacement.action'),
      visible: (_, may) => may.edit,
      Dialog: ReplaceDevice,
    },
  ],
  taken: ['sensor_count', 'purifier_count'],
  typedRemoval: true,
  keepsHistory: true,
};

const CONNECTION: readonly Column<Gateway>[] = [
  { name: 'connection', kind: 'choice', choice: 'connection' },
  { name: 'last_connected_time', kind: 'time' },
];

export const GATEWAY: Definition<typeof gateways> = {
  title: 'gateway',
  empty: 'gateway',
  entity: 'gateways',
  routes: gateways,
  sortable: GATEWAY_ORDERS,
  places: 'organization',
  columns: [
    { name: 'organization_name' },
    { name: 'code', primary: true },
    ...CONNECTION,
    { name: 'meter_count', kind: 'number' },
    ...STAMPS,
  ],
  facts: [{ name: 'organization_name' }, { name: 'code' }, ...CONNECTION],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'code', kind: 'text', required: true, onlyWhenAdded: true, hint: 'gatewayCode' },
  ],
  nameOf: ({ code }) => code,
  Added: AddedGateway,
  actions: [
    {
      key: 'secret',
      label: (t) => t('device.secret.action'),
      visible: (_, may) => may.remove,
      Dialog: RenewGatewaySecret,
    },
  ],
  refreshMs: 10_000,
};

export const SETTING_SENSOR: Definition<typeof sensors> = {
  title: 'settingSensor',
  empty: 'settingSensor',
  entity: 'sensors',
  routes: sensors,
  sortable: SENSOR_ORDERS,
  places: 'department',
  filters: [{ name: 'type', choice: 'sensor_type', options: SENSOR_TYPES }, USE],
  columns: [
    ...PLACES,
    { name: 'meter_name' },
    { name: 'name', primary: true, Cell: SensorNameCell },
    { name: 'type', kind: 'choice', choice: 'sensor_type' },
    { name: 'sequence', kind: 'number' },
    USED,
    ...STAMPS,
  ],
  facts: [
    ...PLACES,
    { name: 'meter_name' },
    { name: 'type', kind: 'choice', choice: 'sensor_type' },
    { name: 'sequence' },
  ],
  factsHint: 'channel',
  fields: [
    { name: 'meter_id', kind: 'reference', reference: toMeter, required: true, onlyWhenAdded: true },
    {
      name: 'type',
      kind: 'choice',
      choice: 'sensor_type',
      options: SENSOR_TYPES,
      required: true,
      onlyWhenAdded: true,
      half: true,
      hint: 'channel',
    },
    { name: 'sequence', kind: 'number', required: true, onlyWhenAdded: true, half: true },
    { name: 'name', kind: 'text', required: true },
    { name: 'use', kind: 'yesNo' },
  ],
  initial: { sequence: 1 },
  import: sensorImport,
  bulkEdit: sensorsBulk,
  nameOf,
  deleted: 'sensor',
  keepsHistory: true,
  undoable: true,
};

export const STERILIZER: Definition<typeof purifiers> = {
  title: 'sterilizer',
  empty: 'sterilizer',
  entity: 'purifiers',
  routes: purifiers,
  sortable: PURIFIER_ORDERS,
  places: 'department',
  filters: [USE],
  columns: [
    ...PLACES,
    { name: 'meter_name' },
    { name: 'number', kind: 'number' },
    { name: 'name', primary: true, local: true },
    { name: 'model' },
    { name: 'serial', extra: true },
    { name: 'firmware_version', extra: true },
    { name: 'first_operation_date', extra: true },
    { name: 'cumulative_operation_h', kind: 'number', extra: true },
    USED,
    ...STAMPS,
  ],
  facts: [...PLACES, { name: 'meter_name' }],
  fields: [
    { name: 'meter_id', kind: 'reference', reference: toMeter, required: true, onlyWhenAdded: true },
    { name: 'number', kind: 'number', required: true, half: true },
    { name: 'name', kind: 'text', required: true, half: true },
    { name: 'name_en', kind: 'text', half: true },
    { name: 'model', kind: 'text', half: true },
    { name: 'serial', kind: 'text', half: true },
    { name: 'firmware_version', kind: 'text', half: true },
    { name: 'first_operation_date', kind: 'date', half: true },
    { name: 'cumulative_operation_h', kind: 'number', half: true },
    { name: 'use', kind: 'yesNo' },
  ],
  initial: { number: 1 },
  import: purifierImport,
  bulkEdit: purifiersBulk,
  nameOf,
  deleted: 'purifier',
  keepsHistory: true,
  undoable: true,
};

export const UNREGISTERED_METER: Definition<typeof unregisteredDevices> = {
  title: 'unregisteredMeter',
  empty: 'unregisteredMeter',
  entity: 'unregistered',
  routes: unregisteredDevices,
  sortable: UNREGISTERED_ORDERS,
  places: 'organization',
  filters: [{ name: 'blocked', choice: 'blocked', options: ['N', 'Y'] }],
  columns: [
    { name: 'organization_name' },
    { name: 'code', primary: true },
    { name: 'ip' },
    { name: 'first_seen_time', kind: 'time' },
    { name: 'last_seen_time', kind: 'time' },
    { name: 'message_count', kind: 'number' },
    { name: 'waiting_count', kind: 'number' },
    { name: 'blocked', kind: 'choice', choice: 'blocked' },
  ],
  facts: [
    { name: 'organization_name' },
    { name: 'code' },
    { name: 'ip' },
    { name: 'first_seen_time', kind: 'time' },
    { name: 'last_seen_time', kind: 'time' },
    { name: 'message_count', kind: 'number' },
    { name: 'waiting_count', kind: 'number' },
  ],
  fields: [{ name: 'blocked', kind: 'yesNo' }],
  nameOf: ({ code }) => code,
  actions: [
    {
      key: 'register',
      label: (t) => t('device.registration.action'),
      visible: ({ blocked }, may) => may.edit && blocked === 'N',
      Dialog: RegistrationDialog,
    },
  ],
  bulk: [
    {
      key: 'register',
      label: (t) => t('device.registration.action'),
      visible: (may) => may.edit,
      Dialog: BulkRegistration,
    },
    {
      key: 'reject',
      label: (t) => t('device.rejection.action'),
      visible: (may) => may.remove,
      Dialog: BulkRejection,
    },
  ],
  taken: ['waiting_count'],
};
