import { expect, test } from 'vitest';
import { commandLifeMs } from './command-life.ts';
import { homeAssistant } from './families/home-assistant.ts';

test.each([
  ['a device that answers at once', { driver: null, waitsForReport: false, intervalS: 600 }, 30],
  ['an entity behind another program', { driver: homeAssistant, waitsForReport: false, intervalS: 600 }, 120],
  ['a device that is polled often', { driver: null, waitsForReport: true, intervalS: 5 }, 30],
  ['a device that is polled seldom', { driver: null, waitsForReport: true, intervalS: 60 }, 120],
  ['a device that sleeps for a day', { driver: null, waitsForReport: true, intervalS: 86_400 }, 86_400],
])('a command to %s', (_, way, seconds) => {
  expect(commandLifeMs(way)).toBe(seconds * 1_000);
});
