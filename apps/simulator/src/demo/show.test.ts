import { expect, it } from 'vitest';
import { ROOM_PROFILES } from '../building/profiles/all.ts';
import { createEnvironment, createRoom } from '../building/room.ts';
import { startRoom } from '../building/start-room.ts';
import { stepRoom } from '../building/step-room.ts';
import { createMeterRuns } from './meter-run.ts';
import { stepMeter } from './run-meter.ts';
import { SHOW_PLACES, showAt, showCutAt, showErrorAt } from './show.ts';
import { DEMO_SITES, DEMO_ZONE } from './sites/all.ts';

const MINUTE = 60_000;
const START = Date.parse('2026-05-12T02:30:00+09:00');
const meters = DEMO_SITES.flatMap((site) =>
  site.offices.flatMap((office) => office.departments.flatMap((department) => department.meters)),
);

it.each(SHOW_PLACES.map((place, turn) => ({ ...place, turn })))('makes the air bad at $meter, for a while', (place) => {
  const meter = meters.find(({ code }) => code === place.meter);
  if (meter === undefined) throw new Error(`no meter ${place.meter}`);
  const room = createRoom(createEnvironment(1, DEMO_ZONE), meter.code, {
    profile: ROOM_PROFILES[meter.room.kind],
    volume_m3: meter.room.volume_m3,
    people: meter.room.people,
    purifiers: meter.purifiers,
  });
  const begin = START + place.turn * 20 * MINUTE;
  const state = startRoom(room, begin);
  const isBad = () =>
    state.fine + state.medium > 35 || state.fine + state.medium + state.coarse > 80 || state.hcho > 0.08;
  expect(isBad()).toBe(false);
  const bad = Array.from({ length: 60 }, () => {
    stepRoom(room, state, state.time + MINUTE / 2, showAt([START], meter.code, state.time + MINUTE / 2));
    return isBad();
  });
  // Within three and a half minutes, and no longer after half an hour.
  expect(bad.slice(0, 7)).toContain(true);
  expect(bad.at(-1)).toBe(false);
});

it('begins again at the first place whenever the demo is started again', () => {
  const [first, second] = SHOW_PLACES;
  const again = START + 33 * MINUTE;
  expect(showAt([START], first?.meter ?? '', START - MINUTE)).toBeNull();
  expect(showAt([START], first?.meter ?? '', START + MINUTE)).toEqual(first?.source);
  expect(showAt([START], second?.meter ?? '', START + 21 * MINUTE)).toEqual(second?.source);
  expect(showAt([START, again], first?.meter ?? '', again + MINUTE)).toEqual(first?.source);
  expect(showAt([START, again], first?.meter ?? '', START + MINUTE)).toEqual(first?.source);
});

it('lets CO2 climb above very bad for more than ten minutes soon after a start, at any hour, and end', () => {
  const run = createMeterRuns(DEMO_SITES, DEMO_ZONE, 1).find(({ meter }) => meter.code === 'SB-CONTROL');
  if (run === undefined) throw new Error('no control room');
  for (const start of [START, START + 12 * 60 * MINUTE]) {
    const state = startRoom(run.room, start);
    const co2 = Array.from({ length: 120 }, () => {
      stepMeter(run, state, [start]);
      return state.co2;
    });
    expect(co2.slice(0, 30).filter((value) => value > 1550).length).toBeGreaterThan(12);
    expect(co2.at(-1)).toBeLessThan(1300);
  }
});

it('has a device report an error, and cuts a line, once after each start', () => {
  expect(showErrorAt([], 'HB-3-1', START)).toBeNull();
  const error = showErrorAt([START], 'HB-3-1', START + 3 * MINUTE);
  expect(error).toMatchObject({ from: START + 2 * MINUTE, to: START + 14 * MINUTE, error: { code: 'P009' } });
  expect(showErrorAt([START], 'HB-3-2', START + 3 * MINUTE)).toBeNull();
  const cut = { from: START + 8 * MINUTE, to: START + 12 * MINUTE };
  expect(showCutAt([START], '10000002', START + 9 * MINUTE)).toEqual(cut);
  expect(showCutAt([START], '10000001', START + 9 * MINUTE)).toBeNull();
});
