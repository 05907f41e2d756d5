import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { commandsToRestore, type FormerState, type SwitchOffRun, stepTest, type TestState } from './switch-off-test.ts';

const STATE: TestState = {
  ...{ power: 'ON', control: 'MANUAL', run: 'WORK', source: 'REMOTE', fan_speed: 'WEAK', fan_direction: null },
  ...{ ventilation: null, uv: null, anion: null, light: null, reserved_start: null, reserved_end: null },
  ...{ filter_period_h: null, filter_use_h: [], fans: [] },
};
const FORMER: FormerState = { power: 'ON', control: 'MANUAL', run: 'WORK', fan_speed: 'WEAK' };

/** A purifier that follows commands after a minute, unless it is silent. */
const play = (
  former: Partial<TestState>,
  until: number,
  change?: (minute: number) => Partial<TestState> | 'SILENT' | null,
) => {
  let state: TestState = { ...STATE, ...former };
  let run: SwitchOffRun = {
    ...{ phase: 'ON', phaseTime: 0, onTime: null, offTime: null, askedTime: null, outcome: null },
    former: {
      power: state.power,
      control: state.control,
      run: state.run,
      fan_speed: state.fan_speed as FormerState['fan_speed'],
    },
  };
  const log: string[] = [];
  for (let minute = 0; minute <= until; minute++) {
    const now = minute * MINUTE_MS;
    const changed = change?.(minute) ?? null;
    if (changed !== null && changed !== 'SILENT') state = { ...state, ...changed };
    const report = changed === 'SILENT' ? null : { state, time: now };
    const step = stepTest(run, { report, isInterrupted: false }, now);
    if (step.run.phase !== run.phase) log.push(`${minute} ${step.run.phase}`);
    run = step.run;
    for (const { command, action } of step.commands) {
      log.push(`${minute} ${command} ${action}`);
      if (changed === 'SILENT') continue;
      if (command === 'POWER') state = { ...state, power: action as 'ON' };
      else if (command === 'FAN_SPEED') state = { ...state, fan_speed: action as 'STOP', run: 'WORK' };
      else if (action === 'STOP') state = { ...state, run: 'STOP' };
      else state = { ...state, run: 'WORK', control: action === 'WORK' ? state.control : (action as 'AUTO') };
    }
  }
  return { log, run, state };
};

describe('a test', () => {
  it('runs 30 minutes on high and 60 minutes off, and restores the speed', () => {
    const { log, run, state } = play({}, 100);
    expect(log).toEqual([
      ...['0 FAN_SPEED STRONG', '31 OFF', '32 FAN_SPEED STOP', '93 RESTORE', '94 FAN_SPEED WEAK', '95 ENDED'],
    ]);
    expect(run).toMatchObject({ onTime: MINUTE_MS, offTime: 33 * MINUTE_MS, outcome: 'DONE' });
    expect(state.fan_speed).toBe('WEAK');
  });

  it.each<[string, Partial<TestState>]>([
    ['off', { power: 'OFF' }],
    ['stopped', { run: 'STOP' }],
    ['in the automatic mode of its own', { control: 'AUTO', fan_speed: 'MEDIUM' }],
    ['without speeds', { fan_speed: null }],
  ])('restores a purifier that was %s', (_, former) => {
    const { run, state } = play(former, 110);
    expect(run).toMatchObject({ phase: 'ENDED', outcome: 'DONE' });
    expect(commandsToRestore(run.former, state)).toEqual([]);
    expect(state).toMatchObject('fan_speed' in former ? { control: former.control ?? 'MANUAL' } : former);
  });

  it('ends when the purifier does not follow, and tries for hours to restore it', () => {
    const { log, run } = play({}, 12 * 60, (minute) => (minute > 31 ? 'SILENT' : null));
    expect(log).toEqual(['0 FAN_SPEED STRONG', '31 OFF', '36 RESTORE']);
    expect(run.outcome).toBe('UNREACHED');
    const back = play({}, 8 * 60, (minute) => (minute > 31 && minute < 400 ? 'SILENT' : null));
    expect(back.state.fan_speed).toBe('WEAK');
    expect(stepTest(run, { report: null, isInterrupted: false }, 13 * HOUR_MS).run.phase).toBe('ENDED');
  });

  it('leaves a purifier to a person at the device, and to other commands', () => {
    const { log, run, state } = play({}, 100, (minute) => (minute === 50 ? { fan_speed: 'MEDIUM' } : null));
    expect([log.at(-1), run.outcome, state.fan_speed]).toEqual(['50 ENDED', 'INTERRUPTED', 'MEDIUM']);
    const held = { ...run, phase: 'OFF', outcome: null } as const;
    expect(stepTest(held, { report: { state, time: 1 }, isInterrupted: true }, 2)).toEqual({
      run: { ...held, phase: 'ENDED', phaseTime: 2, outcome: 'INTERRUPTED' },
      commands: [],
    });
  });

  it('asks once a minute', () => {
    const run = { ...play({}, 0).run, askedTime: 0 };
    const facts = { report: { state: STATE, time: 0 }, isInterrupted: false };
    expect(stepTest(run, facts, MINUTE_MS - 1).commands).toEqual([]);
    expect(stepTest(run, facts, MINUTE_MS).commands).toHaveLength(1);
  });
});

it.each<[string, Partial<FormerState>, Partial<TestState>, string[]]>([
  ['nothing to do', {}, {}, []],
  ['off again', { power: 'OFF' }, {}, ['POWER OFF']],
  ['stopped again', { run: 'STOP' }, {}, ['WORK STOP']],
  ['its own automatic mode', { control: 'AUTO', fan_speed: 'STRONG' }, {}, ['WORK AUTO']],
  ['started again at its speed', { fan_speed: 'MEDIUM' }, { run: 'STOP' }, ['WORK MANUAL', 'FAN_SPEED MEDIUM']],
])('restores: %s', (_, former, state, expected) => {
  const commands = commandsToRestore({ ...FORMER, ...former }, { ...STATE, ...state });
  expect(commands.map(({ command, action }) => `${command} ${action}`)).toEqual(expected);
});
