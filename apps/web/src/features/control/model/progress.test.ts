import type { CommandRecord, ControlTarget, OpenCommand } from '@airdeck/contract/control/schema';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { COMMANDS } from '@airdeck/domain/control/command';
import { describe, expect, it } from 'vitest';
import type { DeviceResult } from './order.ts';
import { isSettled, type Progress, progressOf } from './progress.ts';

const at = (second: number) => `2026-03-02T03:00:0${second}.000Z`;
const state: PurifierState = {
  ...{ power: 'ON', control: 'AUTO', run: 'WORK', source: 'REMOTE', fan_speed: 'WEAK', fan_direction: null },
  ...{ ventilation: null, uv: null, anion: null, light: null, fans: [], reserved_start: null, reserved_end: null },
  ...{ filter_period_h: null, filter_use_h: [] },
};
const target = (change: Partial<ControlTarget> = {}): ControlTarget => ({
  ...{ id: 1, name: '1', number: 1, model: null, meter_id: 1, meter_name: '', organization_id: 1 },
  ...{ organization_name: '', office_name: '', department_name: '', use: 'Y', state, work_mode: 'AUTO' },
  ...{ collected_time: at(1), stale: false, obstacle: null, commands: [...COMMANDS], wishes: [] },
  controlled_by: { by: 'DEVICE', name: null, until: null },
  ...change,
});
const wish = (change: Partial<OpenCommand> = {}): OpenCommand => ({
  ...{ id: 5, command: 'POWER', action: 'OFF', state: 'SENT', executed_time: at(2), expires_time: at(9), ...change },
});
const record = (change: Partial<CommandRecord> = {}): CommandRecord => ({
  ...{ id: 5, batch_id: '', organization_id: 1, meter_id: 1, purifier_id: 1, organization_name: '', office_name: '' },
  ...{ department_name: '', meter_name: '', air_name: '', origin: 'PERSON', user_login: 'kim', ip: null },
  ...{ command: 'POWER', action: 'OFF', description: null, state: 'SENT', refusal: null, before: state, after: null },
  ...{ executed_time: at(2), sent_time: at(2), accepted_time: null, ended_time: null, ...change },
});
const sent = (change: Partial<DeviceResult> = {}) => ({
  action: 'OFF',
  results: [{ target: target(), outcome: 'OPEN', obstacle: null, record: undefined, ...change } as DeviceResult],
});
const NOTHING = { action: '', results: [] };
const off: PurifierState = { ...state, power: 'OFF' };
const confirmed = record({ state: 'CONFIRMED', after: off, ended_time: at(4) });

describe('the progress of a command', () => {
  it.each<[string, ControlTarget, string | undefined, ReturnType<typeof sent>, Partial<Progress> | null]>([
    ['without an order is none', target(), undefined, NOTHING, null],
    ['on its way to the server has no state', target(), 'OFF', NOTHING, { action: 'OFF', state: null }],
    ['that is not read yet has no state', target(), undefined, sent(), { action: 'OFF', state: null }],
    ['of another person is that of the wish', target({ wishes: [wish()] }), undefined, NOTHING, { state: 'SENT' }],
    ['of another kind does not count', target({ wishes: [wish({ command: 'UV' })] }), undefined, NOTHING, null],
    [
      'is the newer wish',
      target({ wishes: [wish({ id: 6, action: 'ON' })] }),
      undefined,
      sent({ record: record() }),
      { action: 'ON' },
    ],
    [
      'is the record of the wish',
      target({ wishes: [wish()] }),
      undefined,
      sent({ record: record({ state: 'REJECTED', refusal: 'FAILED' }) }),
      { state: 'REJECTED', reason: 'FAILED' },
    ],
    [
      'that timed out has its reason',
      target(),
      undefined,
      sent({ record: record({ state: 'EXPIRED' }) }),
      { state: 'EXPIRED', reason: 'NO_ANSWER' },
    ],
    [
      'that was skipped has its obstacle',
      target(),
      undefined,
      sent({ obstacle: 'LOCAL_CONTROL' }),
      { obstacle: 'LOCAL_CONTROL' },
    ],
    [
      'is confirmed before the list has the report',
      target(),
      undefined,
      sent({ record: confirmed }),
      { state: 'CONFIRMED' },
    ],
    [
      'is confirmed while the state lasts',
      target({ state: off, collected_time: at(5) }),
      undefined,
      sent({ record: confirmed }),
      { state: 'CONFIRMED' },
    ],
    [
      'is none once the state has changed again',
      target({ collected_time: at(5) }),
      undefined,
      sent({ record: confirmed }),
      null,
    ],
  ])('%s', (_, given, underway, results, expected) => {
    const progress = progressOf('POWER', given, underway, results);
    if (expected === null) expect(progress).toBeNull();
    else expect(progress).toMatchObject(expected);
  });
});

describe('another press changes nothing', () => {
  const progress = (change: Partial<Progress>): Progress => ({
    ...{ action: 'OFF', state: 'SENT', obstacle: null, reason: null, since: null, until: null, ...change },
  });
  it.each<[string, string, ControlTarget[], Progress | null, boolean]>([
    ['when it is reported', 'ON', [target()], null, true],
    ['unless it is not reported by all', 'ON', [target(), target({ id: 2, state: off })], null, false],
    ['when it is wished', 'OFF', [target({ wishes: [wish()] })], null, true],
    ['unless the opposite is wished', 'ON', [target({ wishes: [wish()] })], null, false],
    ['when it is sent', 'OFF', [target()], progress({}), true],
    ['when it is not recorded yet', 'OFF', [target()], progress({ state: null }), true],
    ['when it was just confirmed', 'OFF', [target()], progress({ state: 'CONFIRMED' }), true],
    ['unless it failed', 'OFF', [target()], progress({ state: 'EXPIRED' }), false],
    ['unless it was skipped', 'OFF', [target()], progress({ state: null, obstacle: 'METER_DISCONNECT' }), false],
  ])('%s', (_, action, targets, given, expected) => {
    expect(isSettled('POWER', action, targets, given)).toBe(expected);
  });

  it('unless it is AUTO, which also ends an override', () => {
    expect(isSettled('WORK', 'AUTO', [target()], null)).toBe(false);
    expect(isSettled('WORK', 'AUTO', [target()], progress({ action: 'AUTO', state: 'CONFIRMED' }))).toBe(false);
    expect(isSettled('WORK', 'AUTO', [target()], progress({ action: 'AUTO' }))).toBe(true);
  });
});
