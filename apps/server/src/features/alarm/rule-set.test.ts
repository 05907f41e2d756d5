import { describe, expect, it } from 'vitest';
import type { Tx } from '../../platform/db/pool.ts';
import { aSnapshot } from '../../testing/snapshot.ts';
import { createAlarmRuleSets, makeAlarmRuleSet } from './alarm-rule-set.ts';
import type { RuleRow, RuleRows } from './rule-queries.ts';

const DAY = '2026-03-02';
const MINUTE = 60_000;
const snapshot = aSnapshot([
  { id: 1, offices: [] },
  { id: 2, offices: [] },
]);

const aRule = (changed: Partial<RuleRow> = {}): RuleRow => ({
  ...{ organization_id: null, code: 'A004', sensor_type: null, grade: null, direction: 'ABOVE', bound: 1000 },
  ...{ release: 900, duration_min: 10, average: 'NONE', use: 'Y' },
  ...changed,
});
const anError = (code: string, changed: Partial<RuleRows['errors'][number]> = {}): RuleRows['errors'][number] => ({
  ...{ code, group: 'METER', severity: 'MAJOR', description: '나쁨', description_en: 'Bad', use: 'Y' },
  ...changed,
});
const anOverride = (changed: Partial<RuleRows['overrides'][number]>): RuleRows['overrides'][number] => ({
  ...{ organization_id: 1, code: 'A004', severity: null, description: null, use: 'Y' },
  ...changed,
});
const make = (changed: Partial<RuleRows>) =>
  makeAlarmRuleSet(
    {
      rules: [],
      ranges: [],
      errors: ['A004', 'A005', 'M008'].map((code) => anError(code)),
      overrides: [],
      clearing: [],
      ...changed,
    },
    snapshot,
  );
const boundsOf = (rules: RuleRow[], organizationId = 1) =>
  make({ rules })
    .rulesOf(organizationId, 'CO2', DAY)
    .map(({ bound }) => bound);

describe('the rule of a code', () => {
  it('has its fields', () => {
    expect(make({ rules: [aRule()] }).rulesOf(1, 'CO2', DAY)).toEqual([
      {
        ...{
          code: 'A004',
          direction: 'ABOVE',
          bound: 1000,
          includesBound: true,
          release: 900,
          durationMs: 10 * MINUTE,
        },
        average: null,
      },
    ]);
  });

  it.each<[string, Partial<RuleRow>[], number[]]>([
    ['the organization before the installation', [{ bound: 1 }, { bound: 2, organization_id: 1 }], [2]],
    ['the type before all types', [{ bound: 1 }, { bound: 2, sensor_type: 'CO2' }], [2]],
    [
      'the organization before the type',
      [
        { bound: 1, sensor_type: 'CO2' },
        { bound: 2, organization_id: 1 },
      ],
      [2],
    ],
    [
      'both before one',
      [
        { bound: 3, organization_id: 1, sensor_type: 'CO2' },
        { bound: 2, organization_id: 1 },
        { bound: 1, sensor_type: 'CO2' },
      ],
      [3],
    ],
    ['none of another organization', [{ bound: 1 }, { bound: 2, organization_id: 2 }], [1]],
    ['none of another type', [{ bound: 1 }, { bound: 2, sensor_type: 'PM10' }], [1]],
    ['none where the strongest is out of use', [{ bound: 1 }, { bound: 2, organization_id: 1, use: 'N' }], []],
    ['one for each code', [{ bound: 1 }, { bound: 2, code: 'A005' }], [1, 2]],
    ['none of an unknown code', [{ code: 'X001' }], []],
  ])('is that of %s', (_, rules, bounds) => {
    expect(boundsOf(rules.map(aRule))).toEqual(bounds);
  });

  it('of a grade is the threshold of the type, which only graded types have', () => {
    const rules = [aRule({ grade: 'BAD', bound: null }), aRule({ code: 'A005', grade: 'VERY_BAD', bound: null })];
    const found = make({ rules }).rulesOf(1, 'CO2', DAY);
    expect(found.map(({ bound, includesBound }) => [bound, includesBound])).toEqual([
      [1000, false],
      [1500, false],
    ]);
    expect(make({ rules }).rulesOf(1, 'TEMPERATURE', DAY)).toEqual([]);
  });

  it('has a release of its own when none is given', () => {
    const [above] = make({ rules: [aRule({ release: null })] }).rulesOf(1, 'CO2', DAY);
    expect(above?.release).toBeLessThan(1000);
    const [below] = make({ rules: [aRule({ release: null, direction: 'BELOW' })] }).rulesOf(1, 'CO2', DAY);
    expect(below?.release).toBeGreaterThan(1000);
  });

  it('is for values, hourly means or the mean of a day', () => {
    const rules = (average: RuleRow['average']) => {
      const ruleSet = make({ rules: [aRule({ average })] });
      return [ruleSet.rulesOf(1, 'CO2', DAY), ruleSet.dayMeanRulesOf(1, 'CO2', DAY)].map((each) =>
        each.map((rule) => rule.average),
      );
    };
    expect([rules('NONE'), rules('HOUR'), rules('DAY')]).toEqual([
      [[null], []],
      [['HOUR'], []],
      [[], [null]],
    ]);
  });

  it('is read once a day and type', () => {
    const ruleSet = make({ rules: [aRule()] });
    expect(ruleSet.rulesOf(1, 'CO2', DAY)).toBe(ruleSet.rulesOf(1, 'CO2', DAY));
    expect(ruleSet.rulesOf(1, 'CO2', DAY)).not.toBe(ruleSet.rulesOf(1, 'PM10', DAY));
    expect(ruleSet.rulesOf(1, 'CO2', DAY)).not.toBe(ruleSet.rulesOf(2, 'CO2', DAY));
    expect(ruleSet.rulesOf(1, 'CO2', DAY)).not.toBe(ruleSet.rulesOf(1, 'CO2', '2026-03-03'));
  });
});

describe('the range of a sensor type', () => {
  const ranges = (range_min: number, range_max: number, errors = ['M008']) =>
    make({ ranges: [{ type: 'CO2', range_min, range_max }], errors: errors.map((code) => anError(code)) })
      .rulesOf(1, 'CO2', DAY)
      .map(({ direction, bound, release, includesBound, isRepeated }) => ({
        ...{ direction, bound, release, includesBound, isRepeated },
      }));
  const rule = (direction: string, bound: number) => ({
    ...{ direction, bound, release: bound, includesBound: false, isRepeated: true },
  });

  it('is a rule where it is narrower than that of the type', () => {
    expect(ranges(350, 5000)).toEqual([rule('ABOVE', 5000), rule('BELOW', 350)]);
    expect(ranges(-1, 5000)).toEqual([rule('ABOVE', 5000)]);
    expect(ranges(350, 1_000_000)).toEqual([rule('BELOW', 350)]);
    expect(ranges(-1, 1_000_000)).toEqual([]);
    expect(ranges(350, 5000, [])).toEqual([]);
  });

  it('is none of another type', () => {
    const ruleSet = make({ ranges: [{ type: 'PM10', range_min: 5, range_max: 10 }] });
    expect(ruleSet.rulesOf(1, 'CO2', DAY)).toEqual([]);
    expect(ruleSet.rulesOf(1, 'PM10', DAY)).toHaveLength(2);
  });
});

describe('an error', () => {
  const INFO = { severity: 'MAJOR', description: '나쁨', descriptionEn: 'Bad' };
  it.each<[string, Partial<RuleRows>, object | null]>([
    ['of the catalogue', {}, INFO],
    ['that is unknown', { errors: [] }, null],
    ['that is out of use', { errors: [anError('A004', { use: 'N' })] }, null],
    ['that the organization does not use', { overrides: [anOverride({ use: 'N' })] }, null],
    ['that another organization does not use', { overrides: [anOverride({ use: 'N', organization_id: 2 })] }, INFO],
    [
      'with a severity of the organization',
      { overrides: [anOverride({ severity: 'INFO' })] },
      { ...INFO, severity: 'INFO' },
    ],
    [
      'with a text of the organization',
      { overrides: [anOverride({ description: '창문' })] },
      { ...INFO, description: '창문', descriptionEn: null },
    ],
  ])('%s', (_, changed, expected) => {
    expect(make(changed).errorOf(1, 'A004')).toEqual(expected);
  });

  it('of the server is built in, and no other is', () => {
    const ruleSet = make({});
    expect(ruleSet.errorOf(null, 'S001')).toMatchObject({ severity: 'CRITICAL' });
    expect(ruleSet.errorOf(null, 'S002')).toMatchObject({ severity: 'MAJOR' });
    expect([ruleSet.errorOf(null, 'A004'), ruleSet.errorOf(1, 'S001')]).toEqual([null, null]);
  });

  it('clears itself where the organization, or for the server no one, says so', () => {
    const ruleSet = make({ clearing: [{ organization_id: 1, auto_clear: ['INFO', 'MINOR'] }] });
    expect([ruleSet.clearsItself(1, 'INFO'), ruleSet.clearsItself(1, 'MAJOR')]).toEqual([true, false]);
    expect([ruleSet.clearsItself(2, 'INFO'), ruleSet.clearsItself(null, 'INFO')]).toEqual([false, false]);
  });
});

it('rules are read again when the registry has changed, or after an hour in either direction', async () => {
  let current = snapshot;
  let reads = 0;
  const tx: Tx = {
    async query() {
      reads += 1;
      return { rows: [], rowCount: 0 };
    },
  };
  const ruleSets = createAlarmRuleSets({ snapshot: () => current });
  const readAt = async (now: number): Promise<boolean> => {
    const before = reads;
    await ruleSets(tx, now);
    return reads > before;
  };
  const now = Date.UTC(2026, 2, 2);
  const found = [
    await readAt(now),
    await readAt(now),
    await readAt(now + 60 * MINUTE),
    await readAt(now - 60 * MINUTE),
  ];
  expect(found).toEqual([true, false, false, false]);
  expect([await readAt(now + 60 * MINUTE + 1), await readAt(now)]).toEqual([true, true]);
  current = aSnapshot([]);
  expect([await readAt(now), await readAt(now)]).toEqual([true, false]);
});

it('rules are read again for a reported code that is not in use, once until the registry changes', async () => {
  let current = snapshot;
  let reads = 0;
  const query: Tx['query'] = (statement) => {
    if (!statement.text.includes('from master_error')) return Promise.resolve({ rows: [], rowCount: 0 });
    reads += 1;
    const rows = [{ code: 'X1', group: 'METER', severity: 'INFO', description: '', description_en: null, use: 'Y' }];
    return Promise.resolve({ rows: rows as never[], rowCount: 1 });
  };
  const ruleSets = createAlarmRuleSets({ snapshot: () => current });
  const now = Date.UTC(2026, 2, 2);
  const readsFor = async (...codes: string[]): Promise<number> => {
    const before = reads;
    const reported = codes.map((code) => ({ organizationId: 1, code }));
    await ruleSets({ query }, now, reported);
    return reads - before;
  };
  expect([await readsFor(), await readsFor('X1'), await readsFor('X2'), await readsFor('X3')]).toEqual([1, 0, 1, 1]);
  expect([await readsFor('X2', 'X3'), await readsFor('X1', 'X2'), await readsFor()]).toEqual([0, 0, 0]);
  current = aSnapshot([]);
  expect([await readsFor('X2'), await readsFor('X2'), await readsFor('X3')]).toEqual([1, 0, 1]);
});
