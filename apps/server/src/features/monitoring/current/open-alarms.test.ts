import { expect, test } from 'vitest';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import { findPlace } from '../assess/places.ts';
import { createOpenAlarms, type OpenAirAlarm } from './open-alarms.ts';

const snapshot = aSnapshot([{ id: 1, offices: [{ id: 1, departments: [{ id: 1, meters: [{ id: 1 }, { id: 2 }] }] }] }]);
const context = aContext(snapshot, { scope: { reach: 'own', organizationId: 1 }, language: 'ko', now: 0 });
const office = findPlace(context, 'office', 1);

const alarm = (id: number, meter: number, change: Partial<OpenAirAlarm> = {}): OpenAirAlarm => ({
  ...{ id, root_id: id, meter_id: meter, about: 'AIR', code: 'A004', severity: 'WARNING' },
  ...{ handled_by: null, handled_at: null },
  ...change,
});
const by = (name: string, minute: number) => ({
  handled_by: name,
  handled_at: new Date(Date.UTC(2026, 2, 22, 5, minute)),
});

test('a place names who acknowledged last, and how many of its alarms are handled', () => {
  const alarms = createOpenAlarms();
  alarms.replaceAll([alarm(1, 1), alarm(2, 2)]);
  expect(alarms.handlingOf(office)).toBeNull();
  alarms.replace([1], [alarm(1, 1, by('김민수', 5))]);
  expect(alarms.handlingOf(office)).toEqual({ alarms: 2, handled: 1, by: '김민수', at: '2026-03-22T05:05:00.000Z' });
  expect(alarms.handlingOfMeter(1, 'AIR')).toMatchObject({ alarms: 1, handled: 1 });
  expect(alarms.handlingOfMeter(1, 'SILENCE')).toBeNull();
  expect(alarms.handlingOfMeter(2, 'AIR')).toBeNull();
  alarms.replace([2], [alarm(2, 2, by('이서연', 9))]);
  expect(alarms.handlingOf(office)).toMatchObject({ alarms: 2, handled: 2, by: '이서연' });
  alarms.replace([1, 2], []);
  expect(alarms.handlingOf(office)).toBeNull();
});

test('symptoms of a silent gateway count as one alarm, and are replaced with their cause', () => {
  const alarms = createOpenAlarms();
  const symptom = { about: 'SILENCE', root_id: 9 } as const;
  alarms.replaceAll([alarm(1, 1, symptom), alarm(2, 2, symptom)]);
  alarms.replace(
    [9],
    [alarm(1, 1, { ...symptom, ...by('김민수', 5) }), alarm(2, 2, { ...symptom, ...by('김민수', 5) })],
  );
  expect(alarms.handlingOf(office)).toMatchObject({ alarms: 1, handled: 1 });
  alarms.replace([9], []);
  expect(alarms.handlingOf(office)).toBeNull();
});

test('keeps the same object while nothing about the place has changed', () => {
  const alarms = createOpenAlarms();
  alarms.replaceAll([alarm(1, 1, by('김민수', 5))]);
  const [place, meter] = [alarms.handlingOf(office), alarms.handlingOfMeter(1, 'AIR')];
  alarms.replace([1], [alarm(1, 1, by('김민수', 5))]);
  expect(alarms.handlingOf(office)).toBe(place);
  expect(alarms.handlingOfMeter(1, 'AIR')).toBe(meter);
});

test('the code is that of the worst alarm', () => {
  const alarms = createOpenAlarms();
  alarms.replaceAll([alarm(1, 1, { code: 'A004' }), alarm(2, 1, { code: 'A001', severity: 'MAJOR' })]);
  expect(alarms.codeOf(1, 'AIR')).toBe('A001');
  expect(alarms.codeOf(1, 'SILENCE')).toBeNull();
});
