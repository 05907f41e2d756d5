import { HOUR_MS, MINUTE_MS } from '../duration.ts';
import { TEST_OFF_MS, TEST_ON_MS } from '../purifier/switch-off.ts';
import { type FanFacts, type FanSpeed, fanSpeedOf } from '../purifier-state.ts';
import { commandsToLevel } from './auto-command.ts';
import { type Command, type ControlledState, isSupported } from './command.ts';

/** On high, off, back to the former state, ended. */
export const TEST_PHASES = ['ON', 'OFF', 'RESTORE', 'ENDED'] as const;
/** INTERRUPTED: someone or something else controlled the purifier; UNREACHED: it did not follow the commands. */
export const TEST_OUTCOMES = ['DONE', 'CANCELLED', 'INTERRUPTED', 'UNREACHED'] as const;
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

export type TestState = ControlledState & FanFacts;
export type FormerState = Pick<TestState, 'power' | 'run' | 'control' | 'fan_speed'>;
export interface TestCommand {
  readonly command: Command;
  readonly action: string;
}

/** Times are epoch milliseconds. */
export interface SwitchOffRun {
  readonly phase: (typeof TEST_PHASES)[number];
  readonly phaseTime: number;
  /** Since when it ran on high, and since when it was off; null: not yet. */
  readonly onTime: number | null;
  readonly offTime: number | null;
  readonly askedTime: number | null;
  readonly former: FormerState;
  readonly outcome: TestOutcome | null;
}

export interface TestFacts {
  /** The last report and its time; null: the purifier is silent. */
  readonly report: { readonly state: TestState; readonly time: number } | null;
  /** Whether others have sent it commands since the test began. */
  readonly isInterrupted: boolean;
}

/** A purifier that does not follow for this long ends the test. */
const PATIENCE_MS = 5 * MINUTE_MS;
/** The former state is tried for longer: an unreachable purifier must not stay off. */
const RESTORE_MS = 12 * HOUR_MS;
const AGAIN_MS = MINUTE_MS;

const commandsForHigh = (state: TestState): readonly TestCommand[] => {
  if (state.power === 'OFF') return [{ command: 'POWER', action: 'ON' }];
  // The device's own automatic mode would change the speed again.
  const manual =
    state.control === 'AUTO' && state.run === 'WORK' ? [{ command: 'WORK', action: 'MANUAL' } as const] : [];
  return [...manual, ...commandsToLevel('STRONG', state)];
};

const isAt = (level: FanSpeed, state: TestState): boolean => {
  const speed = fanSpeedOf(state);
  if (level === 'STOP') return speed === 'STOP';
  return isSupported('FAN_SPEED', state) ? speed === level : speed !== 'STOP';
};

/** The commands that bring a purifier back to the state before the test; empty: it has it. */
export const commandsToRestore = (former: FormerState, state: TestState): readonly TestCommand[] => {
  if (former.power === 'OFF') return state.power === 'OFF' ? [] : [{ command: 'POWER', action: 'OFF' }];
  if (state.power === 'OFF') return [{ command: 'POWER', action: 'ON' }];
  if (former.run !== 'WORK') return state.run === 'WORK' ? [{ command: 'WORK', action: 'STOP' }] : [];
  const work = state.run === 'WORK' && state.control === former.control;
  const isSpeed =
    former.control === 'AUTO' ||
    former.fan_speed === null ||
    former.fan_speed === state.fan_speed ||
    !isSupported('FAN_SPEED', state);
  return [
    ...(work ? [] : [{ command: 'WORK', action: former.control } as const]),
    ...(isSpeed ? [] : [{ command: 'FAN_SPEED', action: former.fan_speed } as const]),
  ];
};

/** Ends the measurement and begins to restore the former state. */
export const endTest = (run: SwitchOffRun, outcome: TestOutcome, now: number): SwitchOffRun => ({
  ...{ ...run, phase: 'RESTORE', phaseTime: now, askedTime: null, outcome },
});

export interface TestStep {
  readonly run: SwitchOffRun;
  readonly commands: readonly TestCommand[];
}

const ask = (run: SwitchOffRun, commands: readonly TestCommand[], now: number): TestStep =>
  commands.length === 0 || (run.askedTime !== null && now - run.askedTime < AGAIN_MS)
    ? { run, commands: [] }
    : { run: { ...run, askedTime: now }, commands };

/** Brings the purifier to a level, and stays there for a time. */
const hold = (
  run: SwitchOffRun,
  { report }: TestFacts,
  now: number,
  { level, since, time }: { level: FanSpeed; since: 'onTime' | 'offTime'; time: number },
): TestStep => {
  const reached = run[since];
  const isThere = report !== null && isAt(level, report.state);
  if (reached === null) {
    if (isThere) return { run: { ...run, [since]: Math.min(now, Math.max(run.phaseTime, report.time)) }, commands: [] };
    if (now - run.phaseTime >= PATIENCE_MS) return { run: endTest(run, 'UNREACHED', now), commands: [] };
    if (report === null) return { run, commands: [] };
    return ask(run, level === 'STOP' ? commandsToLevel('STOP', report.state) : commandsForHigh(report.state), now);
  }
  if (report !== null && !isThere && report.time > reached) {
    // Someone at the device: it keeps what they chose.
    return { run: { ...run, phase: 'ENDED', phaseTime: now, outcome: 'INTERRUPTED' }, commands: [] };
  }
  if (now - reached < time) return { run, commands: [] };
  if (level === 'STOP') return { run: endTest(run, 'DONE', now), commands: [] };
  return { run: { ...run, phase: 'OFF', phaseTime: now, askedTime: null }, commands: [] };
};

/** The next step of a test. Called again and again; a step that was lost with its process is done by the next call. */
export function stepTest(run: SwitchOffRun, facts: TestFacts, now: number): TestStep {
  const ended = (outcome: TestOutcome | null) => ({
    run: { ...run, phase: 'ENDED', phaseTime: now, outcome: run.outcome ?? outcome } as const,
    commands: [],
  });
  if (run.phase === 'ENDED') return { run, commands: [] };
  if (facts.isInterrupted) return ended('INTERRUPTED');
  if (run.phase === 'ON') return hold(run, facts, now, { level: 'STRONG', since: 'onTime', time: TEST_ON_MS });
  if (run.phase === 'OFF') return hold(run, facts, now, { level: 'STOP', since: 'offTime', time: TEST_OFF_MS });
  const { report } = facts;
  if (now - run.phaseTime >= RESTORE_MS) return ended(null);
  if (report === null) return { run, commands: [] };
  const commands = commandsToRestore(run.former, report.state);
  // A report from before the commands says nothing about them.
  if (commands.length === 0) return report.time >= run.phaseTime ? ended(null) : { run, commands };
  return ask(run, commands, now);
}
