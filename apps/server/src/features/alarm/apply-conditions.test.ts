import { describe, expect, it } from 'vitest';
import { aSnapshot } from '../../testing/snapshot.ts';
import { conditionKey, isCause, newAlarm } from './apply-conditions.ts';
import { localNames } from './local-names.ts';
import { isInUse, type SubjectCondition } from './subject-condition.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const meters = [
  { id: 4, name: '교실', nameEn: 'Class', sensors: ['CO2' as const, 'PM10' as const], purifiers: [401] },
  { id: 5, use: 'N' as const },
];
const placed = (id: number, use: 'Y' | 'N' = 'Y') => ({
  ...{ id, name: `기관 ${id}`, nameEn: `Organization ${id}`, use },
  offices: [
    {
      id: id * 10,
      name: '본관',
      nameEn: 'Main',
      departments: [{ id: id * 10, name: '1층', meters: id === 1 ? meters : [{ id: 6 }] }],
    },
  ],
});
const snapshot = aSnapshot([placed(1), placed(2, 'N')]);
const must = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error('not in the snapshot');
  return value;
};
const meter = must(snapshot.meters.get(4));
const [sensor, other] = [...meter.sensors.values()];
const purifier = must(snapshot.purifiers.get(401));
const { organization } = meter;

const aCondition = (changed: Partial<SubjectCondition> = {}): SubjectCondition => ({
  ...{ organization, meter, code: 'A004', source: 'VALUE', holds: true, isFresh: true, since: NOW - 60_000, time: NOW },
  ...(sensor && { sensor }),
  ...changed,
});
type Active = Parameters<typeof isCause>[0];
const NOTHING = {
  organization_id: null,
  gateway: null,
  local_server_id: null,
  decoder_id: null,
  meter_id: null,
  sensor_id: null,
  purifier_id: null,
};
const anActive = (changed: Partial<Active>): Active => ({
  ...NOTHING,
  source: 'SILENCE',
  severity: 'CRITICAL',
  ...changed,
});

describe('a cause', () => {
  const VALUE = { source: 'VALUE', organization_id: 1, meter_id: 4, sensor_id: sensor?.id ?? 0 } as const;
  const ROUTE = { gateway: 'GW', localServerId: 9 };
  it.each<[string, Partial<Active>, Partial<SubjectCondition>, Parameters<typeof isCause>[3], boolean]>([
    ['its local server', { source: 'LOCAL_SERVER', local_server_id: 9, organization_id: 1 }, {}, ROUTE, true],
    [
      'the session of another organization at its local server',
      { source: 'LOCAL_SERVER', local_server_id: 9, organization_id: 2 },
      {},
      ROUTE,
      false,
    ],
    ['another local server', { source: 'LOCAL_SERVER', local_server_id: 8, organization_id: 1 }, {}, ROUTE, false],
    [
      'a local server, without a route',
      { source: 'LOCAL_SERVER', local_server_id: 9, organization_id: 1 },
      {},
      undefined,
      false,
    ],
    ['no local server', { source: 'LOCAL_SERVER' }, {}, { gateway: null, localServerId: null }, false],
    ['its gateway', { source: 'GATEWAY', gateway: 'GW', organization_id: 1 }, {}, ROUTE, true],
    ['another gateway', { source: 'GATEWAY', gateway: 'GX', organization_id: 1 }, {}, ROUTE, false],
    [
      'that gateway of another organization',
      { source: 'GATEWAY', gateway: 'GW', organization_id: 2 },
      {},
      ROUTE,
      false,
    ],
    ['no gateway', { source: 'GATEWAY', organization_id: 1 }, {}, { gateway: null, localServerId: null }, false],
    ['the silence of its meter', { meter_id: 4 }, {}, undefined, true],
    ['the silence of another meter', { meter_id: 5 }, {}, undefined, false],
    ['silence of silence', { meter_id: 4 }, { source: 'SILENCE' }, undefined, false],
    ['silence of a gateway', { meter_id: 4 }, { source: 'GATEWAY' }, undefined, false],
    ['a worse value of the sensor', { ...VALUE, severity: 'CRITICAL' }, {}, undefined, true],
    [
      'a worse value, of the mean of a day',
      { ...VALUE, severity: 'CRITICAL' },
      { source: 'DAY_MEAN' },
      undefined,
      true,
    ],
    ['an equal value', { ...VALUE, severity: 'MAJOR' }, {}, undefined, false],
    ['a lesser value', { ...VALUE, severity: 'MINOR' }, {}, undefined, false],
    ['a worse value, of a stuck sensor', { ...VALUE, severity: 'CRITICAL' }, { source: 'STUCK' }, undefined, false],
    [
      'a worse value of another sensor',
      { ...VALUE, sensor_id: other?.id ?? 0, severity: 'CRITICAL' },
      {},
      undefined,
      false,
    ],
    ['a device error', { ...VALUE, source: 'DEVICE', severity: 'CRITICAL' }, {}, undefined, false],
  ])('is %s', (_, active, condition, route, expected) => {
    expect(isCause(anActive(active), aCondition(condition), 'MAJOR', route)).toBe(expected);
  });
});

describe('a new alarm', () => {
  const INFO = { severity: 'MAJOR', description: '나쁨', descriptionEn: 'Bad' } as const;

  it('has the names of its time', () => {
    expect(newAlarm(aCondition({ value: 1700, bound: 1500, detail: 'x' }), INFO, NOW)).toEqual({
      ...{ organization_id: 1, gateway: null, local_server_id: null, decoder_id: null },
      ...{ meter_id: 4, sensor_id: 400, purifier_id: null },
      ...{ organization_name: '기관 1', office_name: '본관', department_name: '1층', meter_name: '교실' },
      ...{ sensor_name: 'CO2', air_name: null, category: 'SENSOR', code: 'A004', source: 'VALUE', severity: 'MAJOR' },
      ...{ description: '나쁨', description_en: 'Bad', detail: 'x', sensor_type: 'CO2', value: 1700, bound: 1500 },
      ...{ since_time: new Date(NOW - 60_000), occurred_time: new Date(NOW) },
    });
  });

  it('never begins before its reason', () => {
    expect(newAlarm(aCondition({ since: NOW + 1 }), INFO, NOW).since_time).toEqual(new Date(NOW));
  });

  it.each<[string, SubjectCondition, object]>([
    ['the server', { ...withoutSensor(), organization: null }, { category: 'SERVER', organization_name: null }],
    ['a meter', withoutSensor(), { category: 'METER', value: null, bound: null, detail: null, sensor_type: null }],
    [
      'a purifier',
      { ...withoutSensor(), purifier },
      { category: 'AIR_PURIFIER', purifier_id: 401, air_name: 'Purifier 401' },
    ],
    [
      'a gateway',
      { ...withoutMeter(), gateway: 'GW' },
      { category: 'METER', gateway: 'GW', meter_name: 'GW', office_name: null },
    ],
    [
      'a local server',
      { ...withoutMeter(), localServer: { id: 9, name: '전산실' } },
      { category: 'METER', local_server_id: 9, meter_name: '전산실' },
    ],
  ])('of %s', (_, condition, expected) => {
    expect(newAlarm(condition, INFO, NOW)).toMatchObject(expected);
  });

  it('is another for each part and code', () => {
    const conditions = [
      aCondition(),
      aCondition({ code: 'A005' }),
      ...(other ? [aCondition({ sensor: other })] : []),
      withoutSensor(),
      withoutMeter(),
      { ...withoutSensor(), purifier },
      { ...withoutMeter(), gateway: 'GW' },
      { ...withoutMeter(), localServer: { id: 9, name: 'x' } },
      { ...withoutMeter(), organization: null },
    ];
    expect(new Set(conditions.map(conditionKey)).size).toBe(9);
    expect(conditionKey(aCondition({ source: 'DEVICE', holds: false }))).toBe(conditionKey(aCondition()));
  });
});

it('a meter is in use with its organization', () => {
  expect([4, 5, 6].map((id) => isInUse(must(snapshot.meters.get(id))))).toEqual([true, false, false]);
});

describe('the names of an alarm', () => {
  const NAMES = { organization_name: '기관 1', office_name: '본관', department_name: '1층', meter_name: '교실' };
  const row = { organization_id: 1, meter_id: 4, purifier_id: 401, ...NAMES, air_name: 'Purifier 401' };

  it('are those of the language, where the subject is still called so', () => {
    expect(localNames(row, snapshot, 'ko')).toBe(row);
    expect(localNames(row, snapshot, 'en')).toEqual({
      ...row,
      ...{ organization_name: 'Organization 1', office_name: 'Main', meter_name: 'Class' },
    });
    expect(localNames({ ...row, meter_name: '옛 이름' }, snapshot, 'en').meter_name).toBe('옛 이름');
  });

  it('stay where the subject is gone, or there is none', () => {
    const gone = { ...row, organization_id: 99, meter_id: 99, purifier_id: 99 };
    expect(localNames(gone, snapshot, 'en')).toEqual(gone);
    const server = { organization_id: null, meter_id: null, meter_name: 'Airdeck' };
    expect(localNames(server, snapshot, 'en')).toEqual(server);
  });
});

function withoutSensor(): SubjectCondition {
  const { sensor: _, ...rest } = aCondition();
  return rest;
}
function withoutMeter(): SubjectCondition {
  const { meter: _, ...rest } = withoutSensor();
  return rest;
}
