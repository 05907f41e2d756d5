import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MASKED, recordedChanges, withoutSecrets } from './changes.ts';

const written = (before: Record<string, unknown> | null, after: Record<string, unknown> | null) =>
  recordedChanges({ action: 'write', before, after });

describe('recordedChanges', () => {
  it('lists the fields that differ, the most telling ones first, without keys, counters and times of the row', () => {
    const before = {
      id: 1,
      version: 1,
      interval_s: 60,
      name: '3층',
      department_id: 4,
      updated_time: 'a',
      sensor_count: 1,
    };
    const after = {
      id: 1,
      version: 2,
      interval_s: 30,
      name: '4층',
      department_id: 5,
      updated_time: 'b',
      sensor_count: 2,
    };
    expect(written(before, after)).toEqual({
      kind: 'CHANGED',
      fields: [
        { field: 'name', before: '3층', after: '4층' },
        { field: 'interval_s', before: 60, after: 30 },
      ],
    });
  });

  it.each([
    ['an empty text', { phone: null }, { phone: '' }],
    ['an empty list', { place_ids: [] }, { place_ids: null }],
    ['a missing field', {}, { phone: null }],
    ['a version alone', { version: 1 }, { version: 2 }],
  ])('takes %s for no change', (_, before, after) => {
    expect(written(before, after)).toEqual({ kind: 'SAME', fields: [] });
  });

  it('has the facts of a row that was added, deleted, viewed, or whose old values are unknown', () => {
    const row = { name: 'A', organization_name: 'Own', phone: null, use: 'Y' };
    const added = [
      { field: 'name', before: null, after: 'A' },
      { field: 'use', before: null, after: 'Y' },
    ];
    expect(recordedChanges({ action: 'create', before: null, after: row })).toEqual({ kind: 'FACTS', fields: added });
    expect(recordedChanges({ action: 'delete', before: row, after: null })).toEqual({
      kind: 'FACTS',
      fields: added.map(({ field, after }) => ({ field, before: after, after: null })),
    });
    expect(written(null, { link: 'renewed' })).toEqual({
      kind: 'FACTS',
      fields: [{ field: 'link', before: null, after: 'renewed' }],
    });
    expect(recordedChanges({ action: 'read', before: null, after: { people: 3 } }).kind).toBe('FACTS');
  });

  it.each(['create', 'write', 'delete', 'read'] as const)(
    'says that a %s without values was not recorded',
    (action) => {
      expect(recordedChanges({ action, before: null, after: null })).toEqual({ kind: 'UNRECORDED', fields: [] });
    },
  );

  it('has a field for each weekday that differs', () => {
    const period = { start: '0800', end: '1700', mode: 'AUTO' };
    const week = [[period], [period], [], [], [], [], []];
    const { fields } = written({ week }, { week: week.with(1, []) });
    expect(fields).toEqual([{ field: 'week.1', before: [period], after: null }]);
  });

  it('has a word for thresholds that are planned to go back to the inherited ones', () => {
    const before = { planned_from: null, planned_bounds: null };
    expect(written(before, { planned_from: '2026-03-02', planned_bounds: null }).fields).toEqual([
      { field: 'planned_bounds', before: null, after: 'inherited' },
      { field: 'planned_from', before: null, after: '2026-03-02' },
    ]);
  });
});

it('masks secrets, and keeps the words that one was renewed or exists', () => {
  const row = { name: 'A', account_password: 'hunter2', access_token: 't', secret: 'renewed', has_password: 'Y' };
  expect(withoutSecrets(row)).toEqual({ ...row, account_password: MASKED, access_token: MASKED });
  expect(withoutSecrets(null)).toBeNull();
});

const row = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 8 });

it('never fails, and lists a field once, only where its values differ', () => {
  fc.assert(
    fc.property(
      fc.option(row),
      fc.option(row),
      fc.constantFrom('create', 'write', 'delete', 'read', 'export'),
      (a, b, action) => {
        const { fields } = recordedChanges({ action, before: a, after: b } as Parameters<typeof recordedChanges>[0]);
        expect(new Set(fields.map(({ field }) => field)).size).toBe(fields.length);
        for (const { before, after } of fields) expect(JSON.stringify(before)).not.toBe(JSON.stringify(after));
      },
    ),
  );
});
