import { meterImport, purifierImport, sensorImport } from '@airdeck/contract/device/import';
import { PURIFIER_ORDERS, purifiers, SENSOR_ORDERS, type Sensor, sensors } from '@airdeck/contract/device/parts';
import { METER_ORDERS, meters } from '@airdeck/contract/device/routes';
import { METER_TYPES } from '@airdeck/contract/device/schema';
import { UNREGISTERED_ORDERS, unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import { BulkRegistration } from '../device-registration/bulk-registration.tsx';
import { BulkRejection } from '../device-registration/bulk-rejection.tsx';
import { RegistrationDialog } from '../device-registration/registration-dialog.tsx';
import { SensorTypesField } from '../device-registration/sensor-types-field.tsx';
import type { Column, Definition } from '../model/definition.ts';
import { AddedMeter, RenewSecret } from '../secret/renew-secret.tsx';
import { nameOf, STAMPS, USE } from './places.ts';
import { toDepartment, toMeter } from './references.ts';

const PLACES: readonly Column<{ organization_name: string; office_name: string; department_name: string }>[] = [
  { name: 'organization_name' },
  { name: 'office_name', extra: true },
  { name: 'department_name' },
];
/** Its name on the screens of Monitoring and of alarms too. */
const SensorNameCell = ({ item }: { item: Sensor }) => writtenSensorName(item.name);

const USED: Column<{ use: string }> = { name: 'use', kind: 'choice', choice: 'use' };

export const MEASURING: Definition<typeof meters> = {
  title: 'measuring',
  empty: 'measuring',
  entity: 'meters',
  routes: meters,
  sortable: METER_ORDERS,
  filters: [{ name: 'type', choice: 'meterType', options: METER_TYPES }, USE],
  columns: [
    ...PLACES,
    { name: 'name', primary: true, local: true },
    { name: 'code' },
    { name: 'type', kind: 'choice', choice: 'meterType' },
    { name: 'model', extra: true },
    { name: 'serial', extra: true },
    { name: 'ip', extra: true },
    { name: 'is_air', kind: 'yesNo', extra: true },
    { name: 'interval_s', kind: 'number', extra: true },
    { name: 'sensor_count', kind: 'number' },
    { name: 'purifier_count', kind: 'number' },
    USED,
    ...STAMPS,
  ],
  fields: [
    { name: 'department_id', kind: 'reference', reference: toDepartment, required: true },
    { name: 'name', kind: 'text', required: true, half: true },
    { name: 'name_en', kind: 'text', half: true },
    { name: 'type', kind: 'choice', choice: 'meterType', options: METER_TYPES, required: true, half: true },
    { name: 'code', kind: 'text', required: true, half: true, hint: 'meterCode' },
    { name: 'sensors', kind: 'custom', Input: SensorTypesField, onlyWhenAdded: true },
    { name: 'interval_s', kind: 'number', required: true, half: true },
    { name: 'ip', kind: 'text', half: true },
    { name: 'model', kind: 'text', half: true },
    { name: 'serial', kind: 'text', half: true },
    { name: 'hardware_version', kind: 'text', half: true },
    { name: 'software_version', kind: 'text', half: true },
    { name: 'first_operation_date', kind: 'date', half: true },
    { name: 'cumulative_operation_h', kind: 'number', half: true },
    { name: 'is_air', kind: 'yesNo', half: true },
    { name: 'use', kind: 'yesNo', half: true },
  ],
  initial: { type: 'METER', is_air: 'N', interval_s: 60, sensors: [] },
  import: { ...meterImport, handsOut: 'secrets' },
  nameOf,
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
  ],
  taken: ['sensor_count', 'purifier_count'],
  typedRemoval: true,
  keepsHistory: true,
};

export const SETTING_SENSOR: Definition<typeof sensors> = {
  title: 'settingSensor',
  empty: 'settingSensor',
  entity: 'sensors',
  routes: sensors,
  sortable: SENSOR_ORDERS,
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
  nameOf,
  keepsHistory: true,
  undoable: true,
};

export const STERILIZER: Definition<typeof purifiers> = {
  title: 'sterilizer',
  empty: 'sterilizer',
  entity: 'purifiers',
  routes: purifiers,
  sortable: PURIFIER_ORDERS,
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
  nameOf,
  keepsHistory: true,
  undoable: true,
};

export const UNREGISTERED_METER: Definition<typeof unregisteredDevices> = {
  title: 'unregisteredMeter',
  empty: 'unregisteredMeter',
  entity: 'unregistered',
  routes: unregisteredDevices,
  sortable: UNREGISTERED_ORDERS,
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
