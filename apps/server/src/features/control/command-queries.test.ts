import { randomUUID } from 'node:crypto';
import type { Command } from '@airdeck/domain/control/command';
import type { CommandOrigin, CommandState } from '@airdeck/domain/control/command-state';
import { HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PurifierReport } from '../../feed/entry.ts';
import { aDepartment, aMeter, anOrganization, aPurifier } from '../../testing/factory.ts';
import { openFeed } from '../../testing/feed-rig.ts';
import { aPurifierState } from '../../testing/purifier-state.ts';
import { testClock } from '../../testing/test-clock.ts';
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts';
import {
  acknowledgeCommand,
  type Confirmable,
  claimCommands,
  confirmCommands,
  expireCommands,
  failCommands,
  listConfirmable,
  listUntaken,
} from './command-queries.ts';
import { confirms } from './confirm.ts';
import { type CommandRequest, previewCommands, requestCommands } from './request-commands.ts';

/** Noon in Seoul, 2026-03-02. */
const NOW = Date.UTC(2026, 2, 2, 3);
const clock = testClock(NOW);
let database: TestDatabase;
let rig: Awaited<ReturnType<typeof openFeed>>;
let organizationId: number;
let meterId: number;
let purifier: number;
let other: number;

beforeAll(async () => {
  database = await testDatabase();
  rig = await openFeed(database.url);
  const { db } = database;
  organizationId = (await anOrganization(db)).id;
  const department = await aDepartment(db, { organizationId });
  meterId = (await aMeter(db, { department })).id;
  purifier = await aPurifier(db, meterId);
  other = await aPurifier(db, meterId, 2);
  const time = new Date(NOW);
  for (const id of [purifier, other]) {
    const state = JSON.stringify(aPurifierState());
    await db.query(sql`insert into purifier_state values (${id}, ${time}, ${time}, ${state})`);
  }
});
afterAll(async () => {
  await rig.close();
  await database.close();
});
beforeEach(async () => {
  await database.db.query(sql`delete from command`);
  await database.db.query(sql`delete from auto_mode`);
});

const request = (
  changed: Partial<CommandRequest> = {},
  scope: Parameters<typeof requestCommands>[1] = { reach: 'all' },
) =>
  requestCommands({ db: database.db, feed: rig.feed, clock }, scope, {
    ...{ batchId: randomUUID(), purifierIds: [purifier], command: 'FAN_SPEED', action: 'STRONG', origin: 'PERSON' },
    ...{ userId: null, ip: null, description: null, ...changed },
  });
const LIFE_MS = 30_000;
/** A command in some state, whose life began at `requested`. */
const aCommand = async (state: CommandState, changed: { requested?: number; taken?: number | null } = {}) => {
  const { requested = NOW, taken = null } = changed;
  const [result] = await request();
  const id = result?.commandId ?? 0;
  const sent = state === 'REQUESTED' ? null : new Date(requested);
  await database.db.query(sql`update command set state = ${state}, requested_time = ${new Date(requested)},
    sent_time = ${sent}, expires_time = ${new Date(requested + LIFE_MS)},
    accepted_time = ${taken === null ? null : new Date(taken)} where id = ${id}`);
  return id;
};
const read = async (id: number) => {
  const { rows } = await database.db.query<{
    state: CommandState;
    refusal: string | null;
    accepted_time: Date | null;
    ended_time: Date | null;
  }>(sql`select state, refusal, accepted_time, ended_time from command where id = ${id}`);
  return rows[0];
};
const STATES = ['REQUESTED', 'SENT', 'ACCEPTED', 'CONFIRMED', 'REJECTED', 'EXPIRED', 'FAILED'] as const;

describe('an answer of the device', () => {
  it.each<[CommandState, CommandState, boolean]>([
    ['REQUESTED', 'REQUESTED', false],
    ['SENT', 'ACCEPTED', true],
    ['ACCEPTED', 'ACCEPTED', false],
    ['CONFIRMED', 'CONFIRMED', false],
    ['REJECTED', 'REJECTED', false],
    ['EXPIRED', 'EXPIRED', true],
    ['FAILED', 'FAILED', false],
  ])('ACCEPTED to a command that is %s: %s, recorded %s', async (state, after, isRecorded) => {
    const id = await aCommand(state, { taken: state === 'ACCEPTED' ? NOW : null });
    const said = { id, meterId, state: 'ACCEPTED', refusal: null, time: NOW + 1, deviceTime: NOW + 2 } as const;
    const events = await database.db.tx((tx) => acknowledgeCommand(tx, said));
    expect(events.map(({ commandId }) => commandId)).toEqual(isRecorded ? [id] : []);
    expect(await read(id)).toMatchObject({ state: after, ...(isRecorded && { accepted_time: new Date(NOW + 1) }) });
  });

  it.each(STATES)('REJECTED to a command that is %s', async (state) => {
    const id = await aCommand(state);
    const said = { id, meterId, state: 'REJECTED', refusal: 'LOCAL_CONTROL', time: NOW + 1, deviceTime: null } as const;
    const events = await database.db.tx((tx) => acknowledgeCommand(tx, said));
    const isOver = state === 'SENT' || state === 'ACCEPTED';
    expect(events).toEqual(
      isOver ? [{ commandId: id, organizationId, meterId, purifierId: purifier, state: 'REJECTED' }] : [],
    );
    expect(await read(id)).toMatchObject(isOver ? { state: 'REJECTED', refusal: 'LOCAL_CONTROL' } : { state });
  });

  it.each(['ACCEPTED', 'REJECTED'] as const)('%s of another meter changes nothing', async (state) => {
    const id = await aCommand('SENT');
    const said = { id, meterId: meterId + 1, state, refusal: null, time: NOW, deviceTime: null };
    expect(await database.db.tx((tx) => acknowledgeCommand(tx, said))).toEqual([]);
    expect((await read(id))?.state).toBe('SENT');
  });
});

describe('a command at the end of its life', () => {
  it.each(STATES)('a command that is %s expires then and not before', async (state) => {
    const id = await aCommand(state);
    const isOpen = state === 'REQUESTED' || state === 'SENT' || state === 'ACCEPTED';
    expect(await database.db.tx((tx) => expireCommands(tx, NOW + 29_999))).toEqual([]);
    const events = await database.db.tx((tx) => expireCommands(tx, NOW + 30_000));
    expect(events).toMatchObject(isOpen ? [{ commandId: id, state: 'EXPIRED' }] : []);
    expect((await read(id))?.state).toBe(isOpen ? 'EXPIRED' : state);
  });

  it.each(STATES)(
    'a command that is %s is sent before its expiry, and only if no device has taken it',
    async (state) => {
      const id = await aCommand(state);
      const untaken = async (now: number) => (await listUntaken(database.db, now)).map((each) => each.id);
      const isUntaken = state === 'REQUESTED' || state === 'SENT';
      expect([await untaken(NOW + 29_999), await untaken(NOW + 30_000)]).toEqual([isUntaken ? [id] : [], []]);
      const claim = (now: number) => database.db.tx((tx) => claimCommands(tx, [id], now));
      expect(await claim(NOW + 30_000)).toEqual({ claimed: [], sendable: [] });
      const { claimed, sendable } = await claim(NOW + 29_999);
      expect(claimed.map(({ commandId }) => commandId)).toEqual(state === 'REQUESTED' ? [id] : []);
      expect(sendable.map((each) => each.id)).toEqual(isUntaken ? [id] : []);
    },
  );

  it.each(STATES)('a command that is %s fails only when it was sent', async (state) => {
    const id = await aCommand(state);
    const events = await database.db.tx((tx) => failCommands(tx, [id], 'METER_DISCONNECT', NOW + 5));
    expect(events).toHaveLength(state === 'SENT' ? 1 : 0);
    expect(await read(id)).toMatchObject(
      state === 'SENT' ? { state: 'FAILED', refusal: 'METER_DISCONNECT', ended_time: new Date(NOW + 5) } : { state },
    );
  });

  it.each<[CommandState, number, boolean]>([
    ['REQUESTED', 0, false],
    ['SENT', 0, true],
    ['ACCEPTED', 0, true],
    ['EXPIRED', LIFE_MS + 10 * MINUTE_MS - 1, true],
    ['EXPIRED', LIFE_MS + 10 * MINUTE_MS, false],
    ['SENT', HOUR_MS, true],
    ['REJECTED', 0, false],
    ['FAILED', 0, false],
    ['CONFIRMED', 0, false],
  ])('a command that is %s can be confirmed %i ms later: %s', async (state, ms, isConfirmable) => {
    const id = await aCommand(state);
    const found = await database.db.tx((tx) => listConfirmable(tx, [purifier], NOW + ms));
    expect(found.map((each) => each.id)).toEqual(isConfirmable ? [id] : []);
    expect(await database.db.tx((tx) => listConfirmable(tx, [other], NOW + ms))).toEqual([]);
  });

  it('a command that expired before it was sent cannot be confirmed', async () => {
    const id = await aCommand('EXPIRED');
    await database.db.query(sql`update command set sent_time = null where id = ${id}`);
    expect(await database.db.tx((tx) => listConfirmable(tx, [purifier], NOW))).toEqual([]);
  });

  it.each(STATES)('a command that is %s is not confirmed twice, nor after a refusal', async (state) => {
    const id = await aCommand(state);
    const after = aPurifierState({ fan_speed: 'STRONG' });
    const events = await database.db.tx((tx) => confirmCommands(tx, [{ id, after }], NOW));
    expect(events).toHaveLength(['SENT', 'ACCEPTED', 'EXPIRED'].includes(state) ? 1 : 0);
  });
});

describe('a report', () => {
  const MEASURED = { purifierId: 7, time: NOW, state: aPurifierState({ fan_speed: 'STRONG' }) };
  it.each<[string, Partial<Confirmable>, Partial<PurifierReport>, boolean]>([
    ['at the time of sending', {}, {}, true],
    ['within the slack of clocks', {}, { time: NOW - 5_000 }, true],
    ['before that', {}, { time: NOW - 5_001 }, false],
    [
      'at the acceptance by the clock of the device',
      { accepted_device_time: new Date(NOW - 60_000) },
      { time: NOW - 60_000 },
      true,
    ],
    ['before the acceptance', { accepted_device_time: new Date(NOW) }, { time: NOW - 1 }, false],
    ['of another speed', {}, { state: aPurifierState({ fan_speed: 'WEAK' }) }, false],
    ['of another purifier', {}, { purifierId: 8 }, false],
    ['in time for an expired command', { state: 'EXPIRED' }, { time: NOW + 35_000 }, true],
    ['too late for an expired command', { state: 'EXPIRED' }, { time: NOW + 35_001 }, false],
    [
      'late, of an expired command that was accepted',
      { state: 'EXPIRED', accepted_time: new Date(NOW) },
      { time: NOW + 90_000 },
      true,
    ],
    ['late, of an open command', { state: 'ACCEPTED' }, { time: NOW + 90_000 }, true],
  ])('%s', (_, command, report, isConfirmed) => {
    const sent: Confirmable = {
      ...{ id: 1, purifier_id: 7, command: 'FAN_SPEED', action: 'STRONG', state: 'SENT', sent_time: new Date(NOW) },
      ...{ expires_time: new Date(NOW + 30_000), accepted_device_time: null, accepted_time: null },
    };
    expect(confirms({ ...sent, ...command }, { ...MEASURED, meterId: 1, ...report })).toBe(isConfirmed);
  });
});

describe('a request', () => {
  const state = async () => {
    const { rows } = await database.db.query<{ overridden_since: Date | null; overridden_until: Date | null }>(
      sql`select overridden_since, overridden_until from auto_mode where purifier_id = ${purifier}`,
    );
    return rows[0];
  };
  const SINCE = { overridden_since: new Date(NOW) };
  const FOR_HALF_AN_HOUR = { ...SINCE, overridden_until: new Date(NOW + 30 * MINUTE_MS) };
  const FOR_EVER = { ...SINCE, overridden_until: null };
  const NOT = { overridden_since: null, overridden_until: null };
  it.each<[CommandOrigin, Command, string, object]>([
    ['PERSON', 'POWER', 'OFF', FOR_HALF_AN_HOUR],
    ['PERSON', 'FAN_SPEED', 'STRONG', FOR_HALF_AN_HOUR],
    ['PERSON', 'WORK', 'STOP', FOR_HALF_AN_HOUR],
    ['PERSON', 'WORK', 'AUTO', NOT],
    ['PERSON', 'REMOTE', 'REMOTE', NOT],
    ['TIMETABLE', 'POWER', 'ON', NOT],
    ['TIMETABLE', 'POWER', 'OFF', NOT],
    ['TIMETABLE', 'FAN_SPEED', 'WEAK', FOR_EVER],
    ['TIMETABLE', 'WORK', 'MANUAL', FOR_EVER],
    ['AUTO', 'FAN_SPEED', 'STRONG', NOT],
  ])('of a %s for %s %s: the override of automatic mode', async (origin, command, action, expected) => {
    await database.db.query(sql`insert into auto_mode (purifier_id, use, thresholds, override_min)
      values (${purifier}, 'Y', '{}', 30)`);
    expect((await request({ origin, command, action }))[0]?.commandId).not.toBeNull();
    expect(await state()).toEqual(expected);
  });

  it.each<[CommandOrigin, object]>([
    ['PERSON', NOT],
    ['TIMETABLE', NOT],
    ['AUTO', FOR_EVER],
  ])('of a %s for AUTO when automatic mode is overridden', async (origin, expected) => {
    await database.db.query(sql`insert into auto_mode (purifier_id, use, thresholds, overridden_since)
      values (${purifier}, 'Y', '{}', ${new Date(NOW)})`);
    await request({ origin, command: 'WORK', action: 'AUTO' });
    expect(await state()).toEqual(expected);
  });

  it('a request that a purifier cannot take does not override automatic mode', async () => {
    await database.db.query(sql`insert into auto_mode (purifier_id, use, thresholds) values (${purifier}, 'Y', '{}')`);
    await database.db.query(sql`update purifier set use = 'N' where id = ${purifier}`);
    expect(await request()).toEqual([{ purifierId: purifier, commandId: null, obstacle: 'DEVICE_UNUSED' }]);
    expect(await state()).toEqual(NOT);
    await database.db.query(sql`update purifier set use = 'Y' where id = ${purifier}`);
  });

  it('is answered in its order, each purifier once', async () => {
    const results = await request({ purifierIds: [other, purifier, other] });
    expect(results.map(({ purifierId }) => purifierId)).toEqual([other, purifier]);
    const { rows } = await database.db.query<{ expires_time: Date; requested_time: Date; action: string }>(
      sql`select requested_time, expires_time, action from command`,
    );
    const life = { requested_time: new Date(NOW), expires_time: new Date(NOW + 30_000), action: 'STRONG' };
    expect(rows).toEqual([life, life]);
    const preview = { purifierIds: [other, purifier, other], command: 'UV', action: 'ON' } as const;
    expect(await previewCommands({ db: database.db, clock }, { reach: 'all' }, preview)).toEqual(
      [other, purifier].map((purifierId) => ({ purifierId, obstacle: 'NOT_SUPPORTED' })),
    );
  });

  it('made again answers its commands, also where a purifier could not take a new one', async () => {
    const batchId = randomUUID();
    const [first] = await request({ batchId });
    await database.db.query(sql`update purifier set use = 'N' where id = ${purifier}`);
    const again = await request({ batchId, purifierIds: [purifier, other] });
    expect(again).toEqual([first, { purifierId: other, commandId: expect.any(Number), obstacle: null }]);
    await database.db.query(sql`update purifier set use = 'Y' where id = ${purifier}`);
  });

  it('of another organization finds nothing', async () => {
    const scope = { reach: 'own', organizationId: organizationId + 1 } as const;
    expect(await request({}, scope)).toEqual([]);
    expect(await request({}, { ...scope, organizationId })).toHaveLength(1);
  });

  it('without purifiers does nothing', async () => {
    expect(await request({ purifierIds: [] })).toEqual([]);
  });
});
