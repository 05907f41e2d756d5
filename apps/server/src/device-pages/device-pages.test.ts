import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_SERVER_GUIDES } from '@airdeck/drivers/envelopes/guides';
import { ENVELOPES } from '@airdeck/drivers/envelopes/index';
import { FAMILY_GUIDES } from '@airdeck/drivers/families/guides';
import { DRIVERS } from '@airdeck/drivers/families/index';
import { expect, it } from 'vitest';
import { listDoorParts } from '../features/door/preview.ts';
import { DEVICE_PAGES, renderDevicePages } from './device-pages.ts';

const PLACEHOLDERS = ['{broker}', '{port}', '{account}', '{password}', '{url}'];

it('has up-to-date pages; npm run devices writes them', () => {
  const pages = renderDevicePages();
  const stale = [...pages].filter(([path, text]) => {
    const name = readdirSync(DEVICE_PAGES).find((each) => join(DEVICE_PAGES, each) === path);
    return name === undefined || readFileSync(path, 'utf8').replaceAll('\r\n', '\n') !== text;
  });
  expect(stale.map(([path]) => path)).toEqual([]);
  expect(readdirSync(DEVICE_PAGES).filter((name) => !pages.has(join(DEVICE_PAGES, name)))).toEqual([]);
});

it('has a guide of two to six steps in both languages for every family and network server, and no other', () => {
  expect(Object.keys(FAMILY_GUIDES).sort()).toEqual(DRIVERS.map(({ id }) => id).sort());
  expect(Object.keys(NETWORK_SERVER_GUIDES).sort()).toEqual(ENVELOPES.map(({ id }) => id).sort());
  for (const [id, { ko, en }] of Object.entries({ ...FAMILY_GUIDES, ...NETWORK_SERVER_GUIDES })) {
    expect(en.length, id).toBeGreaterThanOrEqual(2);
    expect(en.length, id).toBeLessThanOrEqual(6);
    expect(ko.length, id).toBe(en.length);
  }
});

it('uses known placeholders only, the same in both languages', () => {
  for (const [id, { ko, en }] of Object.entries({ ...FAMILY_GUIDES, ...NETWORK_SERVER_GUIDES })) {
    const used = (steps: readonly string[]) => [...new Set(steps.join(' ').match(/\{[a-z]+\}/g) ?? [])].sort();
    expect(used(ko), id).toEqual(used(en));
    expect(PLACEHOLDERS, id).toEqual(expect.arrayContaining(used(en)));
  }
});

it.each(['ko', 'en'] as const)('answers the guides in %s with the families and network servers', (language) => {
  const { drivers, envelopes } = listDoorParts(language, []);
  expect(drivers.find(({ id }) => id === 'tasmota')?.guide).toEqual(FAMILY_GUIDES.tasmota?.[language]);
  expect(envelopes.every(({ guide }) => guide.length >= 2)).toBe(true);
});
