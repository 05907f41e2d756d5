import { describe, expect, it } from 'vitest';
import { aPurifierState } from '../../testing/purifier-state.ts';
import type { TargetRow } from './target-queries.ts';
import { presentTarget, targetObstacle } from './targets.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const MINUTE = 60_000;
const at = (ms: number): Date => new Date(NOW + ms);

const aRow = (changed: Partial<TargetRow> = {}): TargetRow => ({
  ...{ id: 7, number: 2, name: '청정기', name_en: 'Purifier', model: 'AP-1', use: 'Y', is_used: true },
  ...{ organization_id: 1, organization_name: '한빛초', office_name: '본관', department_name: '1층' },
  ...{ meter_id: 4, meter_name: '교실', interval_s: 60, heard_time: at(-MINUTE), gone_time: null },
  ...{ is_site_down: false, state_time: at(-MINUTE), state: aPurifierState(), wishes: [] },
  ...changed,
});

describe('the obstacle of a purifier', () => {
  it.each<[string, Partial<TargetRow>, string | null]>([
    ['heard a minute ago', {}, null],
    ['heard three intervals ago', { heard_time: at(-3 * MINUTE) }, null],
    ['heard longer ago', { heard_time: at(-3 * MINUTE - 1) }, 'METER_DISCONNECT'],
    ['heard as long ago, with a longer interval', { heard_time: at(-3 * MINUTE - 1), interval_s: 61 }, null],
    ['never heard', { heard_time: null }, 'METER_DISCONNECT'],
    ['never heard, and gone', { heard_time: null, gone_time: at(-MINUTE) }, 'METER_DISCONNECT'],
    ['gone before it was heard', { gone_time: at(-MINUTE - 1) }, null],
    ['gone as it was heard', { gone_time: at(-MINUTE) }, 'METER_DISCONNECT'],
    ['gone since it was heard', { gone_time: at(-MINUTE + 1) }, 'METER_DISCONNECT'],
    ['behind a site that is down', { is_site_down: true }, 'METER_DISCONNECT'],
    ['without a report', { state: null, state_time: null }, 'METER_DISCONNECT'],
    ['out of use', { is_used: false }, 'DEVICE_UNUSED'],
    ['controlled at the device', { state: aPurifierState({ source: 'LOCAL' }) }, 'LOCAL_CONTROL'],
  ])('%s', (_, changed, obstacle) => {
    expect(targetObstacle('POWER', 'OFF', aRow(changed), NOW)).toBe(obstacle);
    expect(presentTarget(aRow(changed), NOW, false).obstacle).toBe(obstacle);
  });

  it('depends on the command and its action', () => {
    const row = aRow({ state: aPurifierState({ uv: null, reserved_start: '0800', reserved_end: '1800' }) });
    expect(targetObstacle('UV', 'ON', row, NOW)).toBe('NOT_SUPPORTED');
    expect(targetObstacle('START_TIME', '1800', row, NOW)).toBe('END_BEFORE_START');
    expect(targetObstacle('START_TIME', '1759', row, NOW)).toBeNull();
  });
});

describe('a purifier on the control screen', () => {
  it('has its fields, with times in one form', () => {
    const wish = { id: 9, command: 'POWER', action: 'OFF', state: 'SENT' } as const;
    const wishes = [{ ...wish, executed_time: '2026-03-02T12:00:00+09:00', expires_time: '2026-03-02T12:00:30+09:00' }];
    expect(presentTarget(aRow({ wishes }), NOW, false)).toEqual({
      ...{ id: 7, name: '청정기', number: 2, model: 'AP-1', use: 'Y', organization_id: 1, organization_name: '한빛초' },
      ...{ office_name: '본관', department_name: '1층', meter_id: 4, meter_name: '교실', obstacle: null },
      ...{ state: aPurifierState(), work_mode: 'AUTO', collected_time: '2026-03-02T02:59:00.000Z', stale: false },
      commands: expect.arrayContaining(['POWER', 'WORK', 'FAN_SPEED']),
      wishes: [{ ...wish, executed_time: '2026-03-02T03:00:00.000Z', expires_time: '2026-03-02T03:00:30.000Z' }],
    });
  });

  it.each([
    [true, 'Purifier', 'Purifier'],
    [true, null, '청정기'],
    [true, '', '청정기'],
    [false, 'Purifier', '청정기'],
  ])('in English (%s) with the English name %s is called %s', (isEnglish, name_en, name) => {
    expect(presentTarget(aRow({ name_en }), NOW, isEnglish).name).toBe(name);
  });

  it('without a report has no mode and no commands', () => {
    expect(presentTarget(aRow({ state: null, state_time: null }), NOW, false)).toMatchObject({
      ...{ state: null, work_mode: null, collected_time: null, commands: [] },
    });
  });

  it('offers only the commands that it supports', () => {
    const { commands } = presentTarget(aRow({ state: aPurifierState({ commands: ['UV', 'POWER'] }) }), NOW, false);
    expect(commands).toEqual(['POWER', 'UV']);
  });
});
