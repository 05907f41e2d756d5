// @vitest-environment jsdom
import type { Door, DoorDevice } from '@airdeck/contract/door/schema';
import { expect, test } from 'vitest';
import { fieldsOf } from '../form/use-resource-form.ts';
import { anyDefinition } from '../model/definition.ts';
import { DOOR, DOOR_DEVICE } from './doors.tsx';

const times = { created_time: '2026-03-02T00:00:00Z', updated_time: '2026-03-02T00:00:00Z', version: 1 };
const doorOf = (kind: string): Door => ({
  ...{ id: 1, organization_id: 1, organization_name: 'Own', name: 'Door', kind, envelope: null, driver: null },
  ...{ local_server_id: null, local_server_name: null, filters: [], register_map: null, account: null },
  ...{ description: null, use: 'Y', home_assistant: null, header_name: null, device_count: 0, unbound_count: 0 },
  ...{ last_message_time: null, ...times },
});
const deviceOf = (polling: Partial<DoorDevice>): DoorDevice => ({
  ...{ id: 1, organization_id: 1, organization_name: 'Own', door_id: 1, door_name: 'Door', address: 'x', driver: null },
  ...{ model: null, meter_id: null, meter_name: null, office_name: null, department_name: null, purifier: null },
  ...{ sensors: [], interval_s: null, blocked: 'N', host: null, port: null, unit: null, path: null, transport: 'TCP' },
  ...{ tls: 'N', ca: null, poll_login: 'NONE', poll_account: null, poll_interval_s: null, register_map: null },
  ...{ message_count: 0, waiting_count: 0, first_seen_time: times.created_time, last_seen_time: null, fault: null },
  ...{ ...times, ...polling },
});
const namesOf = (definition: Parameters<typeof fieldsOf>[0], item: Door | DoorDevice, names: readonly string[]) =>
  fieldsOf(definition, item)
    // An edited form does not hold the kind of its row.
    .filter(({ name, shown }) => names.includes(name) && shown?.({}) !== false)
    .map(({ name }) => name);

test.each([
  ['HTTP', ['header_name', 'header_secret']],
  ['BROKER', ['filters', 'home_assistant']],
  ['SITE', ['filters', 'home_assistant']],
  ['POLL', []],
])('a data source of the kind %s is edited with the fields of its kind', (kind, expected) => {
  const names = ['filters', 'home_assistant', 'header_name', 'header_secret'];
  expect(namesOf(anyDefinition(DOOR), doorOf(kind), names)).toEqual(expected);
});

test.each([
  ['is read by HTTP', { host: '10.0.0.1', port: 80 }, ['tls', 'poll_login']],
  ['is read by Modbus', { host: '10.0.0.1', port: 502, unit: 3 }, []],
  ['reports by itself', {}, []],
])('a device that %s has the fields of its kind', (_, polling, expected) => {
  expect(namesOf(anyDefinition(DOOR_DEVICE), deviceOf(polling), ['tls', 'poll_login'])).toEqual(expected);
});
