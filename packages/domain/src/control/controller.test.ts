import { describe, expect, it } from 'vitest';
import { CONTROLLERS, type ControlFacts, type Controller, controlledBy } from './controller.ts';

const AUTO = { power: 'ON', control: 'AUTO', source: 'REMOTE' } as const;
const MANUAL = { ...AUTO, control: 'MANUAL' } as const;
const OFF = { ...MANUAL, power: 'OFF' } as const;

describe('a purifier is controlled by', () => {
  it.each<[Controller, string, ControlFacts]>([
    ['UNKNOWN', 'while it is silent', { state: null, auto: 'RUNNING', orderedBy: 'PERSON' }],
    ['ON_SITE', 'at the device', { state: { ...AUTO, source: 'LOCAL' }, auto: 'RUNNING', orderedBy: 'PERSON' }],
    ['AUTO_MODE', 'in use', { state: MANUAL, auto: 'RUNNING', orderedBy: null }],
    ['AUTO_MODE', 'in use, after an older order', { state: MANUAL, auto: 'RUNNING', orderedBy: 'PERSON' }],
    ['AUTO_MODE', 'in use, before that of the device', { state: AUTO, auto: 'RUNNING', orderedBy: null }],
    ['AUTO_MODE', 'in use, off for no known reason', { state: OFF, auto: 'RUNNING', orderedBy: null }],
    ['PERSON', 'overriding auto mode', { state: AUTO, auto: 'OVERRIDDEN', orderedBy: 'PERSON' }],
    ['PERSON', 'overriding auto mode without an order', { state: AUTO, auto: 'OVERRIDDEN', orderedBy: null }],
    ['TIMETABLE', 'overriding auto mode', { state: MANUAL, auto: 'OVERRIDDEN', orderedBy: 'TIMETABLE' }],
    ['PERSON', 'who switched it off', { state: OFF, auto: 'RUNNING', orderedBy: 'PERSON' }],
    ['TIMETABLE', 'that switched it off', { state: OFF, auto: 'RUNNING', orderedBy: 'TIMETABLE' }],
    [
      'TIMETABLE',
      'that switched it off in device auto',
      { ...{ auto: null, orderedBy: 'TIMETABLE' }, state: { ...AUTO, power: 'OFF' } },
    ],
    ['DEVICE', 'without auto mode', { state: AUTO, auto: null, orderedBy: null }],
    ['DEVICE', 'that a person switched on', { state: AUTO, auto: null, orderedBy: 'PERSON' }],
    ['DEVICE', 'that a timetable set to automatic', { state: AUTO, auto: null, orderedBy: 'TIMETABLE' }],
    ['TIMETABLE', 'with a speed', { state: MANUAL, auto: null, orderedBy: 'TIMETABLE' }],
    ['PERSON', 'by command', { state: MANUAL, auto: null, orderedBy: 'PERSON' }],
    ['PERSON', 'without a record', { state: MANUAL, auto: null, orderedBy: null }],
  ])('%s %s', (expected, _, facts) => {
    expect(controlledBy(facts)).toBe(expected);
  });

  it('exactly one controller for all facts', () => {
    for (const state of [null, AUTO, MANUAL, OFF, { ...OFF, source: null }]) {
      for (const auto of ['RUNNING', 'OVERRIDDEN', null] as const) {
        for (const orderedBy of ['PERSON', 'TIMETABLE', null] as const) {
          expect(CONTROLLERS).toContain(controlledBy({ state, auto, orderedBy }));
        }
      }
    }
  });
});
