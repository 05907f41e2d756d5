import { DEFAULT_OVERRIDE_MIN } from '@airdeck/domain/control/auto-command';
import { describe, expect, it } from 'vitest';
import { aPurifierState } from '../../../testing/purifier-state.ts';
import { aSnapshot } from '../../../testing/snapshot.ts';
import type { SentPurifier } from '../settings/settings-queries.ts';
import type { AutoModeRow } from './mode-queries.ts';
import { automaticTypes, presentAutoMode } from './present.ts';

const NOW = Date.UTC(2026, 2, 2, 3);
const BOUNDS: SentPurifier['auto'] = { 'PM2.5': [15, 35, 75] };
const OTHERS: SentPurifier['auto'] = { 'PM2.5': [10, 35, 75] };
const at = (ms: number): Date => new Date(NOW + ms);
const snapshot = aSnapshot([
  {
    id: 1,
    name: '한빛초',
    nameEn: 'Hanbit',
    offices: [
      {
        ...{ id: 2, name: '본관', nameEn: 'Main' },
        departments: [
          {
            ...{ id: 3, name: '1층' },
            meters: [{ id: 4, name: '교실', nameEn: 'Class', sensors: ['CO2', 'PM2.5', 'TEMPERATURE', 'CO2'] }],
          },
        ],
      },
    ],
  },
]);

const aRow = (changed: Partial<AutoModeRow> = {}): AutoModeRow => ({
  ...{ id: 7, number: 2, name: '청정기', name_en: null, model: null, use: 'Y', is_used: true, organization_id: 1 },
  ...{ organization_name: '한빛초', office_name: '본관', department_name: '1층', meter_id: 4, meter_name: '교실' },
  ...{ interval_s: 60, heard_time: at(0), gone_time: null, is_site_down: false, state_time: at(0) },
  ...{ state: aPurifierState(), wishes: [], auto_use: 'Y', thresholds: BOUNDS, override_min: DEFAULT_OVERRIDE_MIN },
  ...{ auto_version: 3, auto_updated_time: at(-5), level: 'WEAK', level_since: at(-9), is_reached: true, tries: 0 },
  ...{ overridden_since: null, overridden_until: null, settings_version: null, settings_state: null, sent: null },
  ...{ sent_time: null, answered_time: null, refusal: null, accepted: null, took_control: false },
  ...changed,
});
const present = (changed: Partial<AutoModeRow> = {}, isEnglish = false) =>
  presentAutoMode(aRow(changed), { snapshot, now: NOW, isEnglish });

describe('the automatic mode of a purifier', () => {
  it('has the fields of its setting', () => {
    expect(present()).toMatchObject({
      ...{ id: 7, organization_name: '한빛초', meter_name: '교실', types: ['PM2.5', 'CO2'] },
      auto: { use: 'Y', thresholds: BOUNDS, override_min: 60, version: 3, updated_time: at(-5).toISOString() },
    });
    expect(present()).not.toHaveProperty('wishes');
    expect(present()).not.toHaveProperty('commands');
  });

  it.each(['auto_use', 'thresholds', 'auto_version', 'auto_updated_time'] as const)('is none without %s', (field) => {
    expect(present({ [field]: null }).auto).toBeNull();
  });

  it('has the places in English where asked, if they have such a name', () => {
    expect(present({}, true)).toMatchObject({
      ...{ organization_name: 'Hanbit', office_name: 'Main', department_name: '1층', meter_name: 'Class' },
    });
    expect(present({ meter_id: 5 }, true)).toMatchObject({ organization_name: '한빛초', types: [], suggested: {} });
  });

  it('has the types that its meter measures, each once', () => {
    expect(automaticTypes(snapshot.meters.get(4))).toEqual(['PM2.5', 'CO2']);
    expect(automaticTypes(undefined)).toEqual([]);
    expect(Object.keys(present().suggested)).toEqual(['PM2.5', 'CO2']);
  });
});

describe('its progress', () => {
  it('is none while it is not in use', () => {
    expect([present({ auto_use: 'N' }).progress, present({ auto_use: null }).progress]).toEqual([null, null]);
  });

  it('has its level', () => {
    expect(present().progress).toEqual({
      ...{ level: 'WEAK', since: at(-9).toISOString(), is_reached: true, is_resting: false },
      ...{ is_overridden: false, overridden_until: null },
    });
    expect(present({ level_since: null, is_reached: null, tries: null }).progress).toMatchObject({
      ...{ since: null, is_reached: false, is_resting: false },
    });
  });

  it.each([
    [4, false],
    [5, true],
  ])('rests after %i tries: %s', (tries, isResting) => {
    expect(present({ tries }).progress?.is_resting).toBe(isResting);
  });

  it.each([
    ['never', null, null, false],
    ['until it is taken back', at(-9), null, true],
    ['for longer', at(-9), at(1), true],
    ['until now', at(-9), at(0), false],
    ['until before', at(-9), at(-1), false],
  ])('is overridden %s', (_, overridden_since, overridden_until, is_overridden) => {
    expect(present({ overridden_since, overridden_until }).progress).toMatchObject({
      is_overridden,
      overridden_until: is_overridden ? (overridden_until?.toISOString() ?? null) : null,
    });
  });
});

describe('what its device runs by', () => {
  const sent = [
    { number: 1, auto: OTHERS },
    { number: 2, auto: BOUNDS },
  ];
  it.each<[string, Partial<AutoModeRow>, object]>([
    ['was never sent', {}, { state: 'NEVER', is_same: false, accepted: null, version: null }],
    ['was never sent, and there is nothing to send', { auto_use: 'N' }, { state: 'NEVER', is_same: true }],
    [
      'was sent for another purifier only',
      { settings_state: 'SENT', sent: [{ number: 1, auto: BOUNDS }] },
      { state: 'NEVER' },
    ],
    ['was sent', { settings_state: 'SENT', sent }, { state: 'SENT', is_same: false, accepted: null }],
    [
      'was accepted',
      { settings_state: 'ACCEPTED', sent, accepted: sent },
      { state: 'ACCEPTED', is_same: true, accepted: BOUNDS },
    ],
    [
      'was accepted, and changed since',
      { settings_state: 'ACCEPTED', sent, accepted: [{ number: 2, auto: OTHERS }] },
      { state: 'ACCEPTED', is_same: false, accepted: OTHERS },
    ],
    [
      'was accepted, and taken out of use since',
      { settings_state: 'ACCEPTED', accepted: sent, auto_use: 'N' },
      { state: 'ACCEPTED', is_same: false, accepted: BOUNDS },
    ],
    [
      'was rejected',
      {
        ...{ settings_state: 'REJECTED', sent, settings_version: 4, refusal: 'NOT_SUPPORTED' },
        ...{ sent_time: at(-2), answered_time: at(-1) },
      },
      {
        ...{ state: 'REJECTED', version: 4, refusal: 'NOT_SUPPORTED', accepted: null, is_same: false },
        ...{ sent_time: at(-2).toISOString(), answered_time: at(-1).toISOString() },
      },
    ],
  ])('%s', (_, changed, expected) => {
    expect(present(changed).sync).toMatchObject(expected);
  });
});
