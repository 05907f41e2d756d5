import { SENSOR_ORDERS, type SensorsQuery, sensorsQuery } from '@airdeck/contract/device/parts';
import { METER_ORDERS, type MetersQuery, metersQuery } from '@airdeck/contract/device/routes';
import type { ListQuery } from '@airdeck/contract/paging';
import { organizationOf, type Scope } from '@airdeck/domain/policy/may';
import { SENSOR_TYPES, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { sensorChoice as en } from '@airdeck/phrases/en/sensor-type';
import { sensorChoice as ko } from '@airdeck/phrases/ko/sensor-type';
import fc from 'fast-check';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { localizedList } from '../../localization/localized-names-queries.ts';
import { listIds, listRows, readRows } from '../../resource/resource-queries.ts';
import { aDepartment, aMeter, anOffice, anOrganization, aSensor } from '../../testing/factory.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import { meterTable } from './meter-queries.ts';
import { sensorTable } from './sensor-queries.ts';

// The answer of a list, beside the same computed here from all of its rows.

/** Names that sort and compare unusually: Hangul, case, wildcards of LIKE, characters beyond 16 bits. */
const NAMES = [
  '측정기 2',
  '측정기 10',
  '가',
  '힣',
  'É',
  'éa',
  'a_b',
  'A%B',
  'a\\b',
  'ab',
  '100%',
  '🙂 1',
  'Z',
] as const;
const PARTS = ['', '정', '측정기 1', 'É', 'é', 'A', 'b', '_', '%', '\\', '%b', '1', '🙂', 'co2', 'M', 'none', '기 '];

let database: TestDatabase;
let organizations: number[];

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organizations = [];
  for (const [o, organizationName] of ['한빛', 'Hanbit', '한빛'].entries()) {
    const { id: organizationId } = await anOrganization(db, { name: organizationName });
    organizations.push(organizationId);
    for (const officeName of ['본관', 'annex']) {
      const officeId = await anOffice(db, organizationId, officeName);
      const department = await aDepartment(db, { organizationId, officeId, name: NAMES[o * 2] ?? '' });
      for (const [i, name] of NAMES.entries()) {
        const intervalS = [30, 60][i % 2] ?? 60;
        const meter = await aMeter(db, { department, name, intervalS, use: i % 5 === 0 ? 'N' : 'Y' });
        const sensorName = NAMES[(i * 7 + o) % NAMES.length] ?? '';
        for (const type of SENSOR_TYPES.slice(i % 4, (i % 4) + 2))
          await aSensor(db, meter.id, { type, name: sensorName });
      }
    }
  }
  // Nulls among the searched values.
  await db.query(sql`update meter set serial = name where id % 3 = 0`);
  // The same times as a Date can hold, which knows no microseconds.
  for (const table of ['meter', 'sensor']) {
    await db.query(sql`update ${raw(table)} set created_time = date_trunc('milliseconds', created_time),
      updated_time = date_trunc('milliseconds', updated_time)`);
  }
});
afterAll(() => database.close());

type Row = Record<string, unknown>;
const bytesOf = (value: unknown): Buffer => Buffer.from(String(value));

/** Names sort by their numbers. */
const orderedAs = (field: string, row: Row): unknown =>
  field.endsWith('name')
    ? String(row[field])
        .toLowerCase()
        .replace(/[0-9]+/g, (digits) => digits.padStart(20, '0'))
    : row[field];

const compare = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  return Buffer.compare(bytesOf(a), bytesOf(b));
};

const has = (row: Row, fields: readonly string[], part: string | undefined): boolean =>
  !part ||
  fields.some((field) =>
    String(row[field] ?? '')
      .toLowerCase()
      .includes(part.toLowerCase()),
  );

/** Every word of the search is part of one of the fields. */
const hasWords = (row: Row, fields: readonly string[], text: string | undefined): boolean =>
  (text ?? '').split(' ').every((word) => has(row, fields, word));

/** A sensor type as its code and in both languages. */
const typeNames = (type: SensorType): string => {
  const key = sensorPhraseKey(type);
  return [type, ko[key], en[key]].join('\n');
};

const within = (row: Row, scope: Scope): boolean =>
  scope.reach === 'all' || row.organization_id === organizationOf(scope);

const inOrder = (rows: readonly Row[], sort: ListQuery<string>['sort'], order: readonly string[]): Row[] =>
  rows.toSorted((a, b) => {
    for (const { field, descending } of [...sort, ...order.map((field) => ({ field, descending: false }))]) {
      const difference = compare(orderedAs(field, a), orderedAs(field, b));
      if (difference !== 0) return descending ? -difference : difference;
    }
    return 0;
  });

const part = fc.constantFrom(...PARTS);
const page = fc.integer({ min: 0, max: 3 }).map(String);
const size = fc.constantFrom('1', '5', '12', '1000');
const scopes = (): fc.Arbitrary<Scope> =>
  fc.constantFrom<Scope>(
    { reach: 'all' },
    { reach: 'all' },
    ...organizations.map((organizationId): Scope => ({ reach: 'own', organizationId })),
  );
const sortsOf = (fields: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...fields), fc.constantFrom('ASC', 'DESC')).map(String), { maxLength: 3 });

const allRows = async (table: { list: { columns: ReturnType<typeof sql>; from: ReturnType<typeof sql> } }) =>
  (await database.db.query<Row>(sql`select ${table.list.columns} from ${table.list.from}`)).rows;

const pageOf = (rows: readonly Row[], query: { page: number; size: number }) => ({
  ids: rows.slice(query.page * query.size, (query.page + 1) * query.size).map(({ id }) => id),
  total: rows.length,
});

describe('a page of a list is the one that its rows, filters and order make', () => {
  it('of meters', async () => {
    const { db } = database;
    const all = await allRows(meterTable);
    const inKorean = { ...meterTable, list: localizedList(meterTable.list, 'ko') };
    const expected = (scope: Scope, query: MetersQuery) => {
      const found = all.filter(
        (row) =>
          within(row, scope) &&
          hasWords(
            row,
            ['organization_name', 'office_name', 'department_name', 'name', 'code', 'serial'],
            query.search,
          ) &&
          has(row, ['organization_name'], query.organizationName) &&
          has(row, ['department_name'], query.departmentName) &&
          has(row, ['name'], query.meterName) &&
          (query.use === undefined || row.use === query.use),
      );
      return inOrder(found, query.sort, ['organization_name', 'office_name', 'department_name', 'name', 'id']);
    };
    const filters = fc.record(
      { search: part, organizationName: part, departmentName: part, meterName: part, use: fc.constantFrom('Y', 'N') },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(scopes(), filters, sortsOf(METER_ORDERS), page, size, async (scope, asked, sort, ...paged) => {
        const query = metersQuery.parse({ ...asked, sort, page: paged[0], size: paged[1] });
        const rows = expected(scope, query);
        const found = await listRows(db, meterTable, scope, query);
        expect({ ids: found.rows.map(({ id }) => id), total: found.total }).toEqual(pageOf(rows, query));
        expect(await listIds(db, inKorean, scope, query, 7)).toEqual(rows.slice(0, 7).map(({ id }) => id));
      }),
      { numRuns: 150 },
    );
  });

  it('of sensors', async () => {
    const { db } = database;
    const meters = await db.query<{ id: number; code: string }>(sql`select id, code from meter`);
    const codes = new Map<unknown, string>(meters.rows.map(({ id, code }) => [id, code]));
    const all = (await allRows(sensorTable)).map(
      (row): Row => ({ ...row, meter_code: codes.get(row.meter_id), type_names: typeNames(row.type as SensorType) }),
    );
    const expected = (scope: Scope, query: SensorsQuery) => {
      const places = ['organization_name', 'office_name', 'department_name', 'meter_name'];
      const found = all.filter(
        (row) =>
          within(row, scope) &&
          hasWords(row, [...places, 'meter_code', 'name', 'type_names'], query.search) &&
          has(row, ['office_name'], query.officeName) &&
          has(row, ['meter_name'], query.meterName) &&
          has(row, ['name'], query.sensorName) &&
          (query.type === undefined || row.type === query.type),
      );
      return inOrder(found, query.sort, ['meter_id', 'type', 'sequence']);
    };
    const filters = fc.record(
      { search: part, officeName: part, meterName: part, sensorName: part, type: fc.constantFrom(...SENSOR_TYPES) },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(scopes(), filters, sortsOf(SENSOR_ORDERS), page, size, async (scope, asked, sort, ...paged) => {
        const query = sensorsQuery.parse({ ...asked, sort, page: paged[0], size: paged[1] });
        const found = await listRows(db, sensorTable, scope, query);
        expect({ ids: found.rows.map(({ id }) => id), total: found.total }).toEqual(
          pageOf(expected(scope, query), query),
        );
      }),
      { numRuns: 150 },
    );
  });
});

it('walks through all rows without one twice, though most are equal in what they are sorted by', async () => {
  const { db } = database;
  const seen: number[] = [];
  for (let number = 0; ; number++) {
    const query = sensorsQuery.parse({ sort: ['use,DESC', 'sequence'], size: '9', page: String(number) });
    const { rows, total } = await listRows(db, sensorTable, { reach: 'all' }, query);
    seen.push(...rows.map(({ id }) => id));
    if (rows.length === 0) {
      expect(new Set(seen).size).toBe(total);
      break;
    }
  }
  const { rows } = await db.query<{ count: number }>(sql`select count(*) as count from sensor`);
  expect(seen.length).toBe(rows[0]?.count);
});

it('leaves out rows that went before they were read, and those of others', async () => {
  const { db } = database;
  const { id } = await aMeter(db, { name: 'passing' });
  await db.query(sql`delete from meter where id = ${id}`);
  const { rows } = await db.query<{ id: number; organization_id: number }>(
    sql`select id, organization_id from meter order by id limit 1`,
  );
  const [first] = rows;
  const other = organizations.find((each) => each !== first?.organization_id) ?? 0;
  expect(await readRows(db, meterTable, { reach: 'all' }, [id, first?.id ?? 0])).toHaveLength(1);
  expect(await readRows(db, meterTable, { reach: 'own', organizationId: other }, [first?.id ?? 0])).toEqual([]);
});

describe('an English user', () => {
  const scope: Scope = { reach: 'all' };
  const codes = (rows: readonly { code: string }[]) => rows.map(({ code }) => code);
  let english: string[];

  beforeAll(async () => {
    const { db } = database;
    english = [];
    // In Korean the order is the reverse of the English one.
    for (const [name, nameEn] of [
      ['하늘', 'Aspen'],
      ['나루', 'Birch'],
      ['가람', 'Cedar'],
    ]) {
      const { id: organizationId } = await anOrganization(db, { name: `영문 ${name}`, nameEn: `Eng ${nameEn}` });
      const department = await aDepartment(db, { organizationId });
      const meter = await aMeter(db, { department });
      await aSensor(db, meter.id, { type: 'CO2', name: '센서' });
      english.push(meter.code);
    }
  });

  it.each(['Eng ', 'eng '])('finds meters by the English name of their organization: %j', async (search) => {
    const { rows } = await listRows(database.db, meterTable, scope, metersQuery.parse({ search, size: '100' }), 'en');
    expect(codes(rows)).toEqual(english);
    const named = metersQuery.parse({ organizationName: search, size: '100' });
    expect(codes((await listRows(database.db, meterTable, scope, named, 'en')).rows)).toEqual(english);
  });

  it.each(['영문', 'Eng '])(
    'sorts meters by the English name, a Korean user by the own one; search %j',
    async (search) => {
      const query = metersQuery.parse({ search, sort: 'organization_name,ASC', size: '100' });
      expect(codes((await listRows(database.db, meterTable, scope, query, 'en')).rows)).toEqual(english);
      expect(codes((await listRows(database.db, meterTable, scope, query, 'ko')).rows)).toEqual(english.toReversed());
    },
  );

  it('finds and sorts sensors by the English names of their places', async () => {
    const query = sensorsQuery.parse({ organizationName: 'Eng', sort: 'organization_name,DESC', size: '100' });
    const { rows } = await listRows(database.db, sensorTable, scope, query, 'en');
    expect(rows.map(({ organization_name }) => organization_name)).toEqual(['영문 가람', '영문 나루', '영문 하늘']);
  });
});
