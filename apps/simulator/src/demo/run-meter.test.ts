import { purifierStateMessage, readingsMessage } from '@airdeck/contract/protocol/message';
import { parseTopic } from '@airdeck/contract/protocol/topic';
import { expect, it } from 'vitest';
import { stepPurifier } from '../building/purifier.ts';
import type { RoomState } from '../building/room.ts';
import { copyState, startRoom } from '../building/start-room.ts';
import { messagesOf } from './history.ts';
import { createMeterRuns, isSilent, nextFrameTime } from './meter-run.ts';
import { type Reported, sayOf, stepMeter } from './run-meter.ts';
import { DEMO_SITES, DEMO_ZONE } from './sites/all.ts';

const NOW = Date.parse('2026-05-12T11:00:00+09:00');
const HOUR = 3_600_000;
const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, 1);
const runOf = (code: string) => {
  const run = runs.find(({ meter }) => meter.code === code);
  if (run === undefined) throw new Error(`no meter ${code}`);
  return run;
};

it('spreads the meters over their interval', () => {
  const phases = new Set(runs.filter(({ interval }) => interval === 60_000).map(({ phase }) => phase));
  expect(phases.size).toBeGreaterThan(40);
  for (const run of runs) {
    const next = nextFrameTime(run, NOW);
    expect(next).toBeGreaterThan(NOW);
    expect(next - NOW).toBeLessThanOrEqual(run.interval);
    expect(nextFrameTime(run, next) - next).toBe(run.interval);
  }
});

it('says what the protocol takes: the readings of its sensors, and its purifiers', () => {
  for (const run of runs) {
    for (const { topic, payload } of messagesOf(run, startRoom(run.room, NOW), NOW + HOUR, [NOW])) {
      const parsed = parseTopic(topic);
      const schema = parsed?.kind === 'readings' ? readingsMessage : purifierStateMessage;
      expect(schema.safeParse(JSON.parse(payload)).error).toBeUndefined();
    }
  }
});

it('goes on from a copy of its room exactly as it would have', () => {
  const run = runOf('HB-KITCHEN');
  const state = startRoom(run.room, NOW);
  for (let i = 0; i < 100; i += 1) stepMeter(run, state, [NOW]);
  const kept = JSON.parse(JSON.stringify(state));
  const on = [...messagesOf(run, copyState(state), NOW + 2 * HOUR, [NOW])];
  expect([...messagesOf(run, kept, NOW + 2 * HOUR, [NOW])]).toEqual(on);
});

it('reports a purifier when it changes, and now and then when it does not', () => {
  const run = runOf('HB-NURSE');
  const state = startRoom(run.room, NOW);
  const reported: Reported = new Map();
  const times: number[] = [];
  for (let i = 0; i < 30; i += 1) {
    stepMeter(run, state, []);
    if (sayOf(run, state, [], reported, 5 * 60_000).purifiers.length > 0) times.push(i);
  }
  expect(times).toEqual([0, 5, 10, 15, 20, 25]);
  const was = state.purifiers[0]?.speed;
  const before = state.time;
  stepMeter(run, state, []);
  const said = sayOf(
    run,
    { ...state, purifiers: state.purifiers.map((each) => ({ ...each, speed: 'STRONG' })) },
    [],
    reported,
    5 * 60_000,
  );
  expect(said.purifiers.map((each) => [each.state.time, each.state.fan_speed])).toEqual([
    [before, was],
    [state.time, 'STRONG'],
  ]);
});

it('has one meter that cannot be heard for longer than three intervals, again and again', () => {
  const silent = runs.filter(({ meter }) => meter.silence !== null);
  expect(silent).toHaveLength(1);
  for (const run of silent) {
    const minutes = Array.from({ length: 2 * 680 }, (_, i) => isSilent(run, NOW + i * 60_000));
    expect(minutes.filter((silence) => silence).length).toBe(26);
  }
});

it('says that a purifier is in trouble while its cover is off', () => {
  const run = runOf('HB-3-1');
  const runsAt = (minutes: number) => {
    const state = startRoom(run.room, NOW + minutes * 60_000);
    const { purifiers } = sayOf(run, state, [NOW], new Map(), 0);
    return purifiers.find(({ number }) => number === 1)?.state.run;
  };
  expect([runsAt(1), runsAt(5), runsAt(20)]).toEqual(['WORK', 'TROUBLE', 'WORK']);
});

it('has a filter near its end and one that is not changed, five weeks long', () => {
  const filterOf = (code: string, days: number) => {
    const run = runOf(code);
    const state = startRoom(run.room, NOW);
    const [unit] = run.meter.purifiers;
    for (let hour = 0; hour < 24 * days; hour += 1) {
      state.time += HOUR;
      const minute = (hour % 24) * 60;
      stepPurifier(unit as NonNullable<typeof unit>, state.purifiers[0] as RoomState['purifiers'][number], {
        ...{ time: state.time, minute, hours: 1, pm25: 40 },
      });
    }
    return (state.purifiers[0]?.filter_h ?? 0) / (unit?.filter_period_h ?? 1);
  };
  expect(filterOf('SC-IM-1', 0)).toBeGreaterThan(0.9);
  expect(filterOf('SC-IM-1', 35)).toBeLessThan(1);
  expect(filterOf('SC-LAB', 0)).toBeGreaterThan(1);
  expect(filterOf('SC-LAB', 35)).toBeGreaterThan(1.02);
});
