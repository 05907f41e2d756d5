import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { DAY_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AlarmRig, openAlarmRig } from '../../../testing/alarm-rig.ts';
import { aPurifier } from '../../../testing/factory.ts';
import { aPurifierState } from '../../../testing/purifier-state.ts';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { saveState } from '../../purifier/purifier-state-queries.ts';

const LONG = { timeout: 60_000 };

let database: TestDatabase;
let rig: AlarmRig;
let purifierId: number;
beforeEach(async () => {
  database = await testDatabase();
  rig = await openAlarmRig(database, { sensors: ['PM2.5'] });
  purifierId = await aPurifier(database.db, rig.meter.id, 1, '청정기');
  await rig.engine.registry.reload();
});
afterEach(async () => {
  await rig.engine.stop();
  await database.close();
});

/** The purifier reports, as it was measured at a time. */
const report = async (changed: Partial<PurifierState>, time = rig.clock.now(), id = purifierId): Promise<void> => {
  const state = aPurifierState(changed);
  await saveState(database.db, id, time, state);
  await rig.say({ kind: 'purifier', report: { purifierId: id, meterId: rig.meter.id, time, state } });
  await rig.settled();
};
const minute = async (changed: Partial<PurifierState>): Promise<void> => {
  rig.clock.advance(MINUTE_MS);
  await report(changed);
};
const lasting = async (): Promise<string[]> =>
  (await rig.alarms()).filter(({ ended_time }) => ended_time === null).map(({ code }) => code);
const clear = () =>
  rig.db.query(sql`update alarm set cleared_time = ${new Date(rig.clock.now())}, cleared_by = 1
    where cleared_time is null`);

describe('what a purifier reports', LONG, () => {
  test('trouble is one alarm until it reports something else', async () => {
    await report({});
    expect(await rig.alarms()).toEqual([]);
    await minute({ run: 'TROUBLE' });
    const began = new Date(rig.clock.now());
    await minute({ run: 'TROUBLE' });
    await minute({ run: 'TROUBLE', fan_speed: 'STOP' });
    expect(await rig.alarms()).toMatchObject([
      {
        ...{ code: 'P016', source: 'PURIFIER', category: 'AIR_PURIFIER', severity: 'MAJOR', purifier_id: purifierId },
        ...{ occurred_time: began, since_time: began, ended_time: null, occurrences: 1 },
      },
    ]);
    await minute({});
    expect(await rig.alarms()).toMatchObject([{ ended_time: new Date(rig.clock.now()) }]);
    await minute({ run: 'TROUBLE' });
    expect(await rig.alarms()).toMatchObject([{ code: 'P016', ended_time: null, occurrences: 2 }]);
  });

  test('trouble of which the device says why is one alarm, which says more', async () => {
    const why = async (state: 'RAISED' | 'ENDED') => {
      await rig.db.query(sql`insert into device_error (meter_id, purifier_id, code, state, changed_time)
        values (${rig.meter.id}, ${purifierId}, 'P009', ${state}, ${new Date(rig.clock.now())})
        on conflict (meter_id, code, sensor_id, purifier_id) do update set state = excluded.state`);
      await rig.say({ kind: 'errors', error: { meterId: rig.meter.id, code: 'P009' } });
      await rig.settled();
    };
    await why('RAISED');
    await minute({ run: 'TROUBLE' });
    expect(await lasting()).toEqual(['P009']);
    await why('ENDED');
    await minute({ run: 'TROUBLE' });
    expect(await lasting()).toEqual(['P016']);
    await why('RAISED');
    await minute({ run: 'TROUBLE' });
    expect(await lasting()).toEqual(['P009']);
    // It lasted until it was known why, not only until the trouble began.
    const told = (await rig.alarms()).find(({ code }) => code === 'P016');
    expect(told?.ended_time).toEqual(new Date(rig.clock.now()));
  });

  test('trouble of one that is off is none', async () => {
    await report({ power: 'OFF', run: 'TROUBLE' });
    expect(await rig.alarms()).toEqual([]);
  });

  test('an older report raises nothing, and ends nothing newer', async () => {
    await report({ run: 'TROUBLE' }, rig.clock.now() - DAY_MS);
    expect(await rig.alarms()).toEqual([]);
    await report({ run: 'TROUBLE' });
    await report({}, rig.clock.now() - DAY_MS / 2);
    expect(await lasting()).toEqual(['P016']);
  });

  test('a filter that expired before anyone looked has expired since then', async () => {
    const expired = rig.clock.now() - 38 * DAY_MS;
    await saveState(database.db, purifierId, expired - DAY_MS, aPurifierState({ filter_use_h: [4379, 3950] }));
    await saveState(database.db, purifierId, expired, aPurifierState({ filter_use_h: [4381, 3960] }));
    await report({ filter_use_h: [4700, 4280] });
    const times = (time: number) => ({ since_time: new Date(time), occurred_time: new Date(time), ended_time: null });
    expect(await rig.alarms()).toMatchObject([
      { code: 'P010', ...times(expired) },
      { code: 'P011', ...times(expired - DAY_MS) },
    ]);
  });

  test('a filter is due, then expired, then new', async () => {
    await report({ filter_use_h: [3940, 100] });
    expect(await lasting()).toEqual([]);
    await minute({ filter_use_h: [3942, 100] });
    expect(await rig.alarms()).toMatchObject([{ code: 'P011', severity: 'INFO', detail: '#1 3942/4380 h' }]);
    await minute({ filter_use_h: [4380, 3950] });
    expect(await lasting()).toEqual(['P011', 'P010']);
    await minute({ filter_use_h: [4380, 100] });
    expect(await lasting()).toEqual(['P010']);
    await minute({ filter_use_h: [0, 100] });
    expect(await lasting()).toEqual([]);
  });

  test('a filter that a person has replaced is new at once, even if the counter goes on', async () => {
    await report({ filter_use_h: [4400] });
    expect(await lasting()).toEqual(['P010']);
    rig.clock.advance(MINUTE_MS);
    await rig.db.query(sql`insert into filter_replacement (purifier_id, filter, time, source, used_h, before_h, after_h)
      values (${purifierId}, 1, ${new Date(rig.clock.now())}, 'PERSON', 4400, 4400, 4400)`);
    await rig.say({ kind: 'errors', error: { meterId: rig.meter.id, code: 'P010' } });
    await rig.settled();
    expect(await rig.alarms()).toMatchObject([{ code: 'P010', ended_time: new Date(rig.clock.now()) }]);
    await minute({ filter_use_h: [4410] });
    expect(await lasting()).toEqual([]);
  });

  test('a due filter is reported once, an expired one again while it lasts', async () => {
    await report({ filter_use_h: [4000, 4400] });
    await clear();
    for (let i = 0; i < 11; i++) await minute({ filter_use_h: [4000, 4400] });
    expect((await rig.alarms()).map(({ code }) => code)).toEqual(['P010', 'P011', 'P010']);
  });

  test('each purifier has alarms of its own', async () => {
    const other = await aPurifier(database.db, rig.meter.id, 2);
    await rig.engine.registry.reload();
    await report({ run: 'TROUBLE' });
    await report({ run: 'TROUBLE' }, rig.clock.now(), other);
    await minute({});
    expect((await rig.alarms()).map(({ purifier_id, ended_time }) => [purifier_id, ended_time === null])).toEqual([
      [purifierId, false],
      [other, true],
    ]);
  });
});

describe('silence', LONG, () => {
  const passes = async (minutes: number): Promise<void> => {
    rig.clock.advance(minutes * MINUTE_MS);
    await rig.measure(rig.frame(rig.clock.now(), { 'PM2.5': 10 }));
    await rig.engine.sweep();
  };

  test('of a purifier beside a meter that is heard is an alarm, until it reports', async () => {
    await report({});
    await passes(10);
    expect(await lasting()).toEqual([]);
    const last = rig.clock.now() - 10 * MINUTE_MS;
    await passes(1);
    expect(await rig.alarms()).toMatchObject([{ code: 'P001', since_time: new Date(last), purifier_id: purifierId }]);
    await rig.say({ kind: 'errors', error: { meterId: rig.meter.id, code: 'M003' } });
    await rig.settled();
    expect(await lasting()).toEqual(['P001']);
    await minute({});
    expect(await lasting()).toEqual([]);
  });

  test('of a purifier below a silent meter is the meter’s', async () => {
    await rig.measure(rig.frame(rig.clock.now(), { 'PM2.5': 10 }));
    await report({});
    rig.clock.advance(30 * MINUTE_MS);
    await rig.engine.sweep();
    expect(await lasting()).toEqual(['M001']);
  });

  test('of one that never reported, or while the server did not listen, is none', async () => {
    await passes(60);
    await report({});
    rig.engine.listenSince(rig.clock.now() + 55 * MINUTE_MS);
    await passes(60);
    expect(await lasting()).toEqual([]);
  });
});

describe('effect', LONG, () => {
  const STRONG = { fan_speed: 'STRONG' } as const;
  /** Half an hour of a strong fan, then the sweep. */
  const blow = async (dust: (minute: number) => number, before: Partial<PurifierState> = STRONG): Promise<void> => {
    for (let i = 0; i <= 31; i++) {
      await rig.measure(rig.frame(rig.clock.now(), { 'PM2.5': dust(i) }));
      await report(i < 3 ? before : STRONG);
      if (i < 31) rig.clock.advance(MINUTE_MS);
    }
    await rig.engine.sweep();
  };

  test('a strong fan in air that stays bad is an alarm, until air gets better', async () => {
    await blow(() => 60);
    expect(await rig.alarms()).toMatchObject([
      { code: 'P013', source: 'EFFECT', purifier_id: purifierId, value: 60, bound: 35, ended_time: null },
    ]);
    await blow((i) => 60 * 0.97 ** i);
    expect(await lasting()).toEqual([]);
  });

  test('ends when the fan is weaker', async () => {
    await blow(() => 60);
    await minute({});
    await rig.engine.sweep();
    expect(await lasting()).toEqual([]);
  });

  test.each<[string, (minute: number) => number, Partial<PurifierState>]>([
    ['air gets better', (i) => 60 * 0.97 ** i, STRONG],
    ['air is good', () => 20, STRONG],
    ['the fan was weaker at first', () => 60, { fan_speed: 'WEAK' }],
    ['it was in trouble at first', () => 60, { ...STRONG, run: 'STOP' }],
  ])('is none while %s', async (_, dust, before) => {
    await blow(dust, before);
    expect((await lasting()).filter((code) => code === 'P013')).toEqual([]);
  });
});
