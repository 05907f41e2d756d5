import { newMeter } from '@airdeck/contract/device/schema';
import { name, organizationCode } from '@airdeck/contract/field';
import { expect, it } from 'vitest';
import { SHOW_PLACES } from '../show.ts';
import { DEMO_SITES } from './all.ts';

const departments = DEMO_SITES.flatMap((site) => site.offices.flatMap((office) => office.departments));
const meters = departments.flatMap((department) => department.meters);

it('is as big as it has to be', () => {
  expect(DEMO_SITES).toHaveLength(3);
  expect(meters.length).toBeGreaterThanOrEqual(40);
  expect(meters.flatMap((meter) => meter.sensors).length).toBeGreaterThanOrEqual(280);
  expect(meters.flatMap((meter) => meter.purifiers).length).toBeGreaterThanOrEqual(30);
});

it('would be accepted by the API, with a name in each language', () => {
  for (const { room: _room, silence: _silence, sensors, purifiers, ...meter } of meters) {
    const bought = purifiers.map(({ number, name, model }) => ({ number, name, model }));
    expect(() => newMeter.parse({ ...meter, department_id: 1, sensors, purifiers: bought })).not.toThrow();
  }
  const places = [...DEMO_SITES, ...DEMO_SITES.flatMap((site) => site.offices), ...departments, ...meters];
  for (const place of places) {
    expect(name.parse(place.name)).toMatch(/[가-힣\d]/);
    expect(name.parse(place.name_en)).toMatch(/^[\w -]+$/);
  }
  for (const site of DEMO_SITES) organizationCode.parse(site.code);
});

it('says no name twice where it must not', () => {
  for (const site of DEMO_SITES) {
    const codes = site.offices
      .flatMap(({ departments }) => departments.flatMap(({ meters }) => meters))
      .map((m) => m.code);
    expect(new Set(codes).size).toBe(codes.length);
  }
  for (const { meters } of departments) expect(new Set(meters.map((meter) => meter.name)).size).toBe(meters.length);
});

it('has what the show needs: purifiers in auto mode, all day', () => {
  for (const { meter } of SHOW_PLACES) {
    const found = meters.find(({ code }) => code === meter);
    expect(found?.purifiers.some(({ mode, hours }) => mode === 'AUTO' && hours === null)).toBe(true);
  }
});
