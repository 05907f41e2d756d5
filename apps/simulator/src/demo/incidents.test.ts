import { errorMessage } from '@airdeck/contract/protocol/message';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@airdeck/domain/duration';
import { expect, it } from 'vitest';
import { startRoom } from '../building/start-room.ts';
import {
  airTroubleAt,
  cutsBetween,
  errorsBetween,
  errorsOf,
  GATEWAY_TROUBLES,
  METER_TROUBLES,
  stuckAt,
} from './incidents.ts';
import { createMeterRuns, type MeterRun } from './meter-run.ts';
import { type Reported, sayOf, stepMeter } from './run-meter.ts';
import { DEMO_SITES, DEMO_ZONE } from './sites/all.ts';

/** A Monday, midnight in Seoul. */
const MONDAY = Date.parse('2026-05-11T00:00:00+09:00');
const runs = createMeterRuns(DEMO_SITES, DEMO_ZONE, 20_240_601);
const runOf = (code: string): MeterRun => {
  const run = runs.find(({ meter }) => meter.code === code);
  if (run === undefined) throw new Error(`no meter ${code}`);
  return run;
};

/** The first minute from a time on at which a condition holds. */
const firstMinute = (from: number, isSo: (time: number) => boolean): number => {
  for (let time = from; time < from + 60 * DAY_MS; time += MINUTE_MS) if (isSo(time)) return time;
  throw new Error('never within 60 days');
};

/** Readings of a sensor of the meter, minute by minute. */
const course = (run: MeterRun, sensor: string, from: number, to: number): number[] => {
  const state = startRoom(run.room, from);
  const reported: Reported = new Map();
  const values: number[] = [];
  while (state.time < to) {
    stepMeter(run, state, []);
    const value = sayOf(run, state, [], reported, HOUR_MS).frame?.readings[sensor];
    if (value !== undefined) values.push(value);
  }
  return values;
};

it('is about meters, sensors, purifiers and sites that there are', () => {
  for (const trouble of METER_TROUBLES) {
    const run = runOf(trouble.meter);
    if (trouble.kind === 'STUCK') expect(run.sensors.map(({ key }) => key)).toContain(trouble.sensor);
    if (trouble.kind === 'ERROR' && trouble.purifier !== undefined) {
      expect(run.meter.purifiers.map(({ number }) => number)).toContain(trouble.purifier);
    }
    // No incident spans midnight.
    expect(trouble.hours[1] * 60 + trouble.minutes[1]).toBeLessThan(24 * 60);
  }
  for (const { organization } of GATEWAY_TROUBLES) expect(DEMO_SITES.map(({ code }) => code)).toContain(organization);
});

it('lets CO2 climb above very bad for more than ten minutes while windows are shut, and airs the room afterwards', () => {
  const run = runOf('HB-5-1');
  const shut = firstMinute(MONDAY, (time) => airTroubleAt(run, time).unusual?.windows === 'SHUT');
  const open = firstMinute(shut, (time) => airTroubleAt(run, time).unusual?.windows === 'OPEN');
  const usual = firstMinute(open, (time) => airTroubleAt(run, time).unusual === null);
  expect(course(run, 'CO2', shut, open).filter((value) => value > 1500).length).toBeGreaterThan(12);
  expect(course(run, 'CO2', shut, usual).at(-1)).toBeLessThan(1100);
});

it.each(['SC-W502', 'HB-CARE', 'SB-CONTROL'])(
  'cooking at %s makes PM2.5 very bad for more than ten minutes',
  (code) => {
    const run = runOf(code);
    let longest = 0;
    for (let day = MONDAY; day < MONDAY + 56 * DAY_MS; day += DAY_MS) {
      const begin = Array.from({ length: 288 }, (_, i) => day + i * 5 * MINUTE_MS).find(
        (time) => airTroubleAt(run, time).source !== null,
      );
      if (begin === undefined) continue;
      const values = course(run, 'PM2.5', begin - 10 * MINUTE_MS, begin + HOUR_MS);
      longest = Math.max(longest, values.filter((value) => value > 75).length);
    }
    expect(longest).toBeGreaterThan(12);
  },
);

it('a sensor that is stuck says the same until it is over', () => {
  const run = runOf('SC-LOBBY');
  const from = firstMinute(MONDAY, (time) => stuckAt(run, 'PM10:2', time) !== null);
  const to = firstMinute(from, (time) => stuckAt(run, 'PM10:2', time) === null);
  expect(to - from).toBeGreaterThan(2 * HOUR_MS);
  expect(new Set(course(run, 'PM10:2', from, to - MINUTE_MS))).toEqual(new Set([23.4]));
  expect(new Set(course(run, 'PM10:2', to, to + HOUR_MS)).size).toBeGreaterThan(10);
  expect(new Set(course(run, 'PM10', from, to)).size).toBeGreaterThan(10);
});

it('reports errors that the protocol takes', () => {
  for (const run of runs) {
    for (const error of errorsOf(run)) {
      const { kind: _, ...message } = error;
      expect(errorMessage.safeParse({ ...message, state: 'RAISED', time: MONDAY }).success).toBe(true);
    }
  }
});

it('finds the same however the time is cut into pieces', () => {
  const to = MONDAY + 28 * DAY_MS;
  for (const run of runs) {
    const whole = errorsBetween(run, MONDAY, to).map(({ from }) => from);
    const days = Array.from({ length: 28 }, (_, i) => MONDAY + i * DAY_MS);
    const pieces = days.flatMap((day) => errorsBetween(run, day, day + DAY_MS).map(({ from }) => from));
    expect(pieces.toSorted((a, b) => a - b)).toEqual(whole.toSorted((a, b) => a - b));
  }
});

it('cuts a line for some minutes now and then', () => {
  const sites = new Map(runs.map(({ organization, room }) => [organization, room.environment]));
  const cuts = [...sites].flatMap(([code, around]) => cutsBetween(code, around, MONDAY, MONDAY + 35 * DAY_MS));
  expect(cuts.length).toBeGreaterThan(4);
  expect(cuts.length).toBeLessThan(30);
  for (const { from, to } of cuts) expect(to - from).toBeLessThan(10 * MINUTE_MS);
});
