import type { CommandMessage } from '@airdeck/contract/protocol/message';
import type { Command } from '@airdeck/domain/control/command';
import { isFulfilled } from '@airdeck/domain/control/command';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PurifierState, stepPurifier } from '../building/purifier.ts';
import { startRoom } from '../building/start-room.ts';
import { createManualClock } from '../manual-clock.ts';
import { openClient, whenConnected } from '../mqtt/connect.ts';
import { createOutbox } from '../mqtt/outbox.ts';
import { createTestBroker, type TestBroker } from '../mqtt/test-broker.ts';
import { createMeterRuns } from './meter-run.ts';
import { listenForCommands, obey } from './obey.ts';
import { purifierReport } from './purifier-report.ts';
import type { DemoPurifier } from './site.ts';
import { DEMO_SITES, DEMO_ZONE } from './sites/all.ts';

const NOW = Date.parse('2026-05-12T11:00:03+09:00');
const CLEAN = { fine: 0, medium: 0 };

const unit: DemoPurifier = {
  number: 1,
  name: '1',
  name_en: '1',
  model: 'X',
  fans: 1,
  uv: true,
  cadr_m3_h: 300,
  mode: 'AUTO',
  hours: [8, 18],
  filter_period_h: 4380,
};
const fresh = (): PurifierState => ({ power: true, speed: 'STOP', changed: 0, filter_h: 500 });
const step = (state: PurifierState, minute: number): void =>
  stepPurifier(unit, state, { time: NOW + minute * 60_000, minute, hours: 1 / 60, pm25: 0 });

describe('a purifier', () => {
  it.each<[Command, string]>([
    ['POWER', 'OFF'],
    ['POWER', 'ON'],
    ['WORK', 'MANUAL'],
    ['WORK', 'STOP'],
    ['REMOTE', 'LOCAL'],
    ['FAN_SPEED', 'STRONG'],
    ['FAN_DIRECTION', 'SWING'],
    ['UV', 'OFF'],
    ['LIGHT', 'OFF'],
    ['OPERATING_TIME', '30'],
    ['FILTER_PERIOD', '2000'],
    ['FILTER_1_USE', '0'],
    ['START_TIME', '0930'],
    ['END_TIME', 'NONE'],
  ])('does %s %s, and reports it', (command, action) => {
    const state = fresh();
    expect(obey(unit, state, { command, action }, CLEAN, NOW)).toBeNull();
    const report = purifierReport(unit, state, { time: NOW, isOpen: false });
    expect(isFulfilled(command, action, report as Parameters<typeof isFulfilled>[2])).toBe(true);
  });

  it('a purifier that is controlled at the device takes REMOTE only, and one without ions no ANION', () => {
    const state = fresh();
    expect(obey(unit, state, { command: 'ANION', action: 'ON' }, CLEAN, NOW)).toBe('NOT_SUPPORTED');
    obey(unit, state, { command: 'REMOTE', action: 'LOCAL' }, CLEAN, NOW);
    expect(obey(unit, state, { command: 'POWER', action: 'OFF' }, CLEAN, NOW)).toBe('LOCAL_CONTROL');
    expect(obey(unit, state, { command: 'REMOTE', action: 'REMOTE' }, CLEAN, NOW)).toBeNull();
  });

  it('keeps a commanded state until its timer changes', () => {
    const state = fresh();
    step(state, 17 * 60);
    obey(unit, state, { command: 'POWER', action: 'OFF' }, CLEAN, NOW);
    step(state, 17 * 60 + 1);
    expect(state.power).toBe(false);
    obey(unit, state, { command: 'POWER', action: 'ON' }, CLEAN, NOW);
    step(state, 17 * 60 + 2);
    expect(state.power).toBe(true);
    step(state, 18 * 60);
    expect(state.power).toBe(false);
  });

  it('switches itself off', () => {
    const state = fresh();
    obey(unit, state, { command: 'OPERATING_TIME', action: '5' }, CLEAN, NOW);
    const powers = [4, 5, 6].map((minute) => {
      stepPurifier(unit, state, { time: NOW + minute * 60_000, minute: 600 + minute, hours: 1 / 60, pm25: 0 });
      return state.power;
    });
    expect(powers).toEqual([true, false, false]);
  });
});

describe('over MQTT', () => {
  let broker: TestBroker;
  beforeEach(async () => {
    broker = await createTestBroker();
  });
  afterEach(() => broker.close());

  it('a command is done once, and none that is retained, too late or no command', async () => {
    const clock = createManualClock(NOW);
    const run = createMeterRuns(DEMO_SITES, DEMO_ZONE, 11).find(({ meter }) => meter.purifiers.length > 0);
    const purifier = run?.meter.purifiers[0];
    if (run === undefined || purifier === undefined) throw new Error('the demo has no purifier');
    const rooms = { [run.key]: startRoom(run.room, NOW) };
    const gateway = openClient({ url: broker.url, username: 'g', password: 'g', onTrouble: () => undefined });
    const server = openClient({ url: broker.url, username: 's', password: 's', onTrouble: () => undefined });
    const signal = new AbortController().signal;
    await Promise.all([whenConnected(gateway, signal), whenConnected(server, signal)]);
    const command = (id: string, expires: number): CommandMessage => ({
      id,
      purifier: purifier.number,
      command: 'LIGHT',
      action: id === '2' ? 'ON' : 'OFF',
      time: new Date(NOW).toISOString(),
      expires: new Date(expires).toISOString(),
    });
    const say = (payload: object | string, retain = false) =>
      server.publishAsync(run.topic('commands'), typeof payload === 'string' ? payload : JSON.stringify(payload), {
        qos: 1,
        retain,
      });
    await say(command('1', NOW + 30_000), true);
    const { publish } = createOutbox(gateway);
    const { organization } = run;
    await listenForCommands({ client: gateway, organization, runs: [run], rooms, starts: [], clock, publish });
    await say('no command');
    for (const [id, expires] of [
      ['2', NOW + 30_000],
      ['3', NOW - 1],
      ['4', NOW + 30_000],
      ['2', NOW + 30_000],
    ] as const) {
      await say(command(id, expires));
    }
    const acks = () =>
      broker
        .messages()
        .filter(({ topic }) => topic === run.topic('commands/ack'))
        .map(({ payload }) => JSON.parse(String(payload)));
    await expect.poll(() => acks().length, { timeout: 60_000 }).toBe(4);
    expect(acks().map(({ id, state, reason }) => [id, state, reason])).toEqual([
      ['2', 'ACCEPTED', undefined],
      ['3', 'REJECTED', 'EXPIRED'],
      ['4', 'ACCEPTED', undefined],
      ['2', 'ACCEPTED', undefined],
    ]);
    const auto = { 'PM2.5': [10, 20, 30] as const };
    await server.publishAsync(
      run.topic('settings'),
      JSON.stringify({ version: 3, purifiers: [{ number: purifier.number, auto }] }),
      { qos: 1, retain: true },
    );
    const settled = () => broker.messages().findLast(({ topic }) => topic === run.topic('settings/ack'))?.payload;
    await expect.poll(() => String(settled()), { timeout: 60_000 }).toContain('"version":3,"state":"ACCEPTED"');
    expect(rooms[run.key]?.purifiers[0]?.told?.auto).toEqual([10, 20, 30]);
    // The second 2 changed nothing.
    expect(rooms[run.key]?.purifiers[0]?.told?.besides).toEqual({ LIGHT: 'OFF' });
    await Promise.all([gateway.endAsync(true), server.endAsync(true)]);
  });
});
