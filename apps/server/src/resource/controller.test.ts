import type { Command } from '@airdeck/domain/control/command';
import type { CommandOrigin, CommandState } from '@airdeck/domain/control/command-state';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { activityOf, FAN_SPEEDS, POWERS, RUNS } from '@airdeck/domain/purifier-state';
import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../testing/factory.ts';
import { aPurifierState } from '../testing/purifier-state.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { activityExpression, type ControllerRow, controllerRow } from './controller-queries.ts';
import { presentController } from './controller-view.ts';

const NOW = Date.parse('2026-05-04T03:00:00Z');
const at = (minutes: number): Date => new Date(NOW + minutes * MINUTE_MS);
const iso = (minutes: number): string => at(minutes).toISOString();

let database: TestDatabase;
let organizationId: number;
let meterId: number;
let purifier: number;
let timetable: number;
let number = 0;

beforeAll(async () => {
  database = await testDatabase();
  const { db } = database;
  organizationId = (await anOrganization(db)).id;
  meterId = (await aMeter(db, { department: await aDepartment(db, { organizationId }) })).id;
  const { rows } = await db.query<{ id: number }>(sql`
    insert into timetable (organization_id, name, week, exceptions, executed_until, next_time)
    values (${organizationId}, '평일', '[[],[],[],[],[],[],[]]', '[]', ${at(0)}, ${at(90)}) returning id`);
  timetable = rows[0]?.id ?? 0;
});
afterAll(() => database.close());
beforeEach(async () => {
  number += 1;
  purifier = await aPurifier(database.db, meterId, number);
});

const AUTO = aPurifierState();
const MANUAL = aPurifierState({ control: 'MANUAL' });

interface Order {
  minutes: number;
  origin?: CommandOrigin;
  command?: Command;
  state?: CommandState;
  after?: object;
}

/** A command so many minutes ago. */
const order = ({ minutes, origin = 'PERSON', command = 'FAN_SPEED', state = 'CONFIRMED', after = MANUAL }: Order) =>
  database.db.query(sql`
    insert into command (batch_id, organization_id, meter_id, purifier_id, organization_name, office_name,
      department_name, meter_name, air_name, origin, user_login, command, action, description, state, after,
      requested_time, expires_time)
    values (gen_random_uuid(), ${organizationId}, ${meterId}, ${purifier}, '', '', '', '', '', ${origin},
      ${origin === 'PERSON' ? `kim.${minutes}` : null}, ${command}, 'WEAK', ${origin === 'TIMETABLE' ? '옛 이름' : null},
      ${state}, ${JSON.stringify(after)}::jsonb, ${at(-minutes)}, ${at(-minutes)})`);
const autoMode = (use: 'Y' | 'N', since: Date | null = null, until: Date | null = null) =>
  database.db.query(sql`insert into auto_mode (purifier_id, use, thresholds, overridden_since, overridden_until)
    values (${purifier}, ${use}, '{}', ${since}, ${until})`);
const inTimetable = () =>
  database.db.query(sql`insert into timetable_purifier (purifier_id, timetable_id) values (${purifier}, ${timetable})`);

const ask = async (state: object | null) => {
  const text = state === null ? 'null::jsonb' : `'${JSON.stringify(state)}'::jsonb`;
  const row = controllerRow({ state: `(${text})`, isSilent: String(state === null), now: NOW });
  const { rows } = await database.db.query<{ row: ControllerRow }>(
    sql`select ${row} as row from purifier p where p.id = ${purifier}`,
  );
  const [found] = rows;
  return found && presentController(found.row, NOW);
};

it('without settings and orders, as it reports', async () => {
  expect(await ask(AUTO)).toEqual({ by: 'DEVICE', name: null, until: null });
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: null, until: null });
  expect(await ask(aPurifierState({ source: 'LOCAL' }))).toMatchObject({ by: 'ON_SITE' });
  expect(await ask(null)).toMatchObject({ by: 'UNKNOWN' });
});

it('the newest confirmed order counts, as long as its state lasts', async () => {
  await order({ minutes: 30 });
  await order({ minutes: 20, state: 'EXPIRED' });
  await order({ minutes: 10, command: 'LIGHT' });
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: 'kim.30', until: null });
  expect(await ask({ ...MANUAL, run: 'TROUBLE', fan_speed: 'STOP' })).toMatchObject({ name: 'kim.30' });
  // The speed was changed without Airdeck.
  expect(await ask({ ...MANUAL, fan_speed: 'STRONG' })).toEqual({ by: 'PERSON', name: null, until: null });
});

it('an order of auto mode that is off by now has no person', async () => {
  await order({ minutes: 30 });
  await order({ minutes: 20, origin: 'AUTO' });
  await autoMode('N');
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: null, until: null });
});

it('auto mode in use, until a person overrides it and when that ends', async () => {
  await order({ minutes: 30 });
  await autoMode('Y');
  expect(await ask(MANUAL)).toMatchObject({ by: 'AUTO_MODE', name: null });
  await database.db.query(sql`update auto_mode set overridden_since = ${at(-5)}, overridden_until = ${at(55)}
    where purifier_id = ${purifier}`);
  // The command need not be confirmed: auto mode pauses from its request on.
  await order({ minutes: 5, state: 'SENT' });
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: 'kim.5', until: iso(55) });
  await database.db.query(sql`update auto_mode set overridden_until = ${at(0)} where purifier_id = ${purifier}`);
  expect(await ask(MANUAL)).toMatchObject({ by: 'AUTO_MODE' });
});

it('a pause without a command has its person from the audit log', async () => {
  await order({ minutes: 30 });
  await autoMode('Y', at(-1));
  await database.db.query(sql`
    insert into audit (time, organization_id, user_login, action, entity, entity_id, after)
    values (${at(-1)}, ${organizationId}, 'lee', 'write', 'purifiers', ${purifier}, '{"auto_mode": "OVERRIDDEN"}')`);
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: 'lee', until: null });
});

it('a timetable by its present name, until its next action', async () => {
  await order({ minutes: 30, origin: 'TIMETABLE' });
  expect(await ask(MANUAL)).toEqual({ by: 'TIMETABLE', name: '옛 이름', until: null });
  await inTimetable();
  expect(await ask(MANUAL)).toEqual({ by: 'TIMETABLE', name: '평일', until: iso(90) });
  // A person who overrides a timetable does so until its next action, or until the override ends.
  await order({ minutes: 3 });
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: 'kim.3', until: iso(90) });
  await autoMode('Y', at(-3), at(57));
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: 'kim.3', until: iso(57) });
  await database.db.query(sql`update timetable set next_time = ${new Date(NOW + 8 * DAY_MS)} where id = ${timetable}`);
  await database.db.query(sql`delete from auto_mode where purifier_id = ${purifier}`);
  expect(await ask(MANUAL)).toEqual({ by: 'PERSON', name: 'kim.3', until: null });
});

it('the activity in SQL is that of the domain, for each state', async () => {
  const states = POWERS.flatMap((power) =>
    RUNS.flatMap((run) =>
      [null, ...FAN_SPEEDS].flatMap((fan_speed) =>
        [[], [false], [false, true]].map((fans) => aPurifierState({ power, run, fan_speed, fans })),
      ),
    ),
  );
  const { rows } = await database.db.query<{ activity: string; silent: string }>(sql`
    select ${raw(activityExpression('s.state', 'false'))} as activity, ${raw(activityExpression('s.state', 'true'))} as silent
    from jsonb_array_elements(${JSON.stringify(states)}::jsonb) with ordinality s(state, n) order by n`);
  expect(rows).toEqual(states.map((state) => ({ activity: activityOf(state, false), silent: 'SILENT' })));
});
