// @vitest-environment jsdom
import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { AutoMode } from '@airdeck/contract/control/auto-mode';
import { act, cleanup, renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAddress } from '../lib/url/search-fields.ts';
import { speakInTests } from '../testing/screen-setup.ts';
import { administrationSearch, filtersOf, useAdministrationSearch, withFilter } from './administration/model/search.ts';
import { localText, useTexts as useAdministrationTexts } from './administration/model/use-texts.ts';
import { alarmSearch, isNarrowed as isAlarmNarrowed, NOTHING_NARROWED } from './alarm/model/search.ts';
import { alarmPlace, descriptionOf, endOf, meterPlaceOf, timeText, triggerOf } from './alarm/model/texts.ts';
import { autoModeSearch, isNarrowed as isAutoNarrowed } from './auto-mode/model/search.ts';
import { entriesOf, modePlace, stateOf, useTexts as useAutoTexts } from './auto-mode/model/texts.ts';
import { airSearch, commandSearch, isNarrowed, isNarrowedHistory, withoutFilters } from './control/model/search.ts';
import { actionText, orderText, purifierPlace, reportedText } from './control/model/texts.ts';
import { addRecent, readRecent } from './history/model/recent-choices.ts';
import { pathTextOf, useDayRangeText, useStepText, useSubjectText } from './history/model/request-text.ts';
import { HISTORY_SCREENS, historyAddress, SCREEN } from './history/model/screen.ts';
import { historySearch } from './history/model/search.ts';
import { metersFor, searchOf, selectionOf } from './history/model/selection.ts';
import { useHistory, viewsOf } from './history/model/use-history.ts';
import { sampleMeters } from './history/testing/sample-meter.ts';
import { wantsReload } from './wall/model/renewal.ts';
import { stayAwake } from './wall/model/stay-awake.ts';
import { takeToken } from './wall/model/token.ts';

/** The address, and what the console changed in it. */
let address: object;
let visits: { search: object; replace: boolean; to: string; resetScroll: boolean }[];
vi.mock('@tanstack/react-router', async (original) => ({
  ...(await original<object>()),
  useSearch: () => address,
  useNavigate: () => navigate,
}));
const navigate = (visit: { search: (old: object) => object; replace: boolean; to: string; resetScroll: boolean }) =>
  visits.push({ ...visit, search: visit.search(address) });

const t = i18next.t;
beforeEach(async () => {
  address = {};
  visits = [];
  await speakInTests('en');
});
afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = (schema: { parse(given: object): object }, given: object) =>
  Object.fromEntries(Object.entries(schema.parse(given)).filter(([, value]) => value !== undefined));

describe('an address', () => {
  it.each([
    [
      alarmSearch,
      {
        severity: 'MAJOR',
        category: 'METER',
        state: 'OPEN',
        startTime: 'any',
        endTime: '2026-03-02',
        view: 'graph',
        unit: 'day',
        open: 4,
      },
    ],
    [alarmSearch, { startTime: '2026-03-02', meterId: 4, sensorName: 'x' }],
    [
      commandSearch,
      {
        command: 'UV',
        state: 'SENT',
        origin: 'AUTO',
        purifierId: 4,
        batchId: '8f14e45f-ceea-4672-9a3c-4a8a2c7a1a01',
        userLogin: 'x',
      },
    ],
    [commandSearch, { startTime: 'any', endTime: '2026-03-02', view: 'graph', unit: 'hour', open: 4 }],
    [
      airSearch,
      { organizationId: 1, officeId: 2, departmentId: 3, meterId: 4, activity: 'OFF', purifierId: 5, airName: 'x' },
    ],
    [
      autoModeSearch,
      { search: 'x', autoState: 'MANUAL', organizationId: 1, officeId: 2, departmentId: 3, meterId: 4, open: 5 },
    ],
    [
      administrationSearch,
      {
        search: 'x',
        filter: ['use:Y'],
        from: '2026-03-01',
        to: '2026-03-02',
        view: 'graph',
        page: 2,
        size: 50,
        sort: ['a'],
        open: 'new',
      },
    ],
    [administrationSearch, { open: 7 }],
  ])('is read as it is written', (schema, given) => {
    expect(read(schema, given)).toEqual(given);
  });

  it.each([
    [
      alarmSearch,
      { severity: 'x', category: 'x', state: 'x', startTime: 'x', endTime: 'x', view: 'x', unit: 'x', open: 'x' },
    ],
    [
      commandSearch,
      { command: 'x', state: 'x', origin: 'x', batchId: 'x', startTime: 'x', endTime: 'x', view: 'x', unit: 'x' },
    ],
    [airSearch, { activity: 'x', meterId: 'x' }],
    [autoModeSearch, { autoState: 'x', open: 'x' }],
    [
      administrationSearch,
      { search: 'x'.repeat(61), from: 'x', to: 'x', view: 'x', page: '0', size: '13', sort: 7, filter: 7, open: 'old' },
    ],
  ])('opens without what is not valid', (schema, given) => {
    expect(read(schema, given)).toEqual({});
  });

  it('of administration has single values as lists', () => {
    expect(read(administrationSearch, { filter: 'use:Y', sort: 'a,ASC', page: '3', size: '200', open: '7' })).toEqual({
      ...{ filter: ['use:Y'], sort: ['a,ASC'], page: 3, size: 200, open: 7 },
    });
    expect(read(administrationSearch, { search: 'x'.repeat(60) })).toEqual({ search: 'x'.repeat(60) });
  });

  it.each([
    ['useAddress', () => renderHook(() => useAddress(alarmSearch)).result.current],
    ['useAdministrationSearch', () => renderHook(useAdministrationSearch).result.current],
  ] as const)('is changed in place, or by a visit: %s', (_, use) => {
    address = { page: '2', search: 'x' };
    const [search, change] = use();
    expect(search).toMatchObject({ page: 2, search: 'x' });
    change({ page: 3 });
    change({ open: 4 }, { visit: true });
    expect(visits).toEqual([
      { to: '.', search: { page: 3, search: 'x' }, replace: true, resetScroll: false },
      { to: '.', search: { page: '2', search: 'x', open: 4 }, replace: false, resetScroll: false },
    ]);
  });
});

describe('a list', () => {
  it.each<[object, boolean]>([
    [{}, false],
    [{ page: 2, state: 'OPEN', startTime: 'any', endTime: '2026-03-02', open: 4, view: 'graph' }, false],
    ...['organizationName', 'officeName', 'departmentName', 'meterName', 'sensorName', 'airName', 'search'].map(
      (name): [object, boolean] => [{ [name]: 'x' }, true],
    ),
    ...['organizationId', 'officeId', 'departmentId', 'meterId', 'sensorId'].map(
      (name) => [{ [name]: 4 }, true] satisfies [object, boolean],
    ),
    [{ severity: 'MAJOR' }, true],
    [{ category: 'METER' }, true],
  ])('of alarms with %j is narrowed: %s', (given, expected) => {
    const search = alarmSearch.parse(given);
    expect(isAlarmNarrowed(search)).toBe(expected);
    expect(isAlarmNarrowed({ ...search, ...NOTHING_NARROWED })).toBe(false);
    expect('page' in NOTHING_NARROWED).toBe(true);
  });

  it.each<[object, boolean]>([
    [{}, false],
    [{ page: 2, size: 50, sort: ['a'], purifierId: 4 }, false],
    [{ search: 'x' }, true],
    [{ meterId: 4 }, true],
    [{ activity: 'OFF' }, true],
  ])('of purifiers with %j is narrowed: %s', (given, expected) => {
    expect(isNarrowed(airSearch.parse(given))).toBe(expected);
  });

  it.each<[object, boolean]>([
    [{}, false],
    [
      { page: 2, size: 50, sort: ['a'], view: 'graph', unit: 'day', open: 4, startTime: 'any', endTime: '2026-03-02' },
      false,
    ],
    [{ purifierId: 4 }, true],
    [{ state: 'SENT' }, true],
  ])('of commands with %j is narrowed: %s', (given, expected) => {
    expect(isNarrowedHistory(commandSearch.parse(given))).toBe(expected);
  });

  it.each<[object, boolean]>([
    [{}, false],
    [{ page: 2, open: 4 }, false],
    [{ search: 'x' }, true],
    [{ autoState: 'OFF' }, true],
    ...['organizationId', 'officeId', 'departmentId', 'meterId'].map(
      (name) => [{ [name]: 4 }, true] satisfies [object, boolean],
    ),
  ])('of automatic modes with %j is narrowed: %s', (given, expected) => {
    expect(isAutoNarrowed(autoModeSearch.parse(given))).toBe(expected);
  });

  it('loses its filters, and its page', () => {
    expect(withoutFilters(airSearch.parse({ search: 'x', meterId: 4, size: 50, page: 2 }))).toEqual({
      search: undefined,
      meterId: undefined,
      page: undefined,
    });
    expect('size' in withoutFilters({ size: 50, purifierId: 4 })).toBe(false);
    expect('purifierId' in withoutFilters({ size: 50, purifierId: 4 })).toBe(true);
  });

  it('of administration has filters by name', () => {
    const search = { filter: ['use:Y', 'time:a:b'] };
    expect(filtersOf(search)).toEqual({ use: 'Y', time: 'a:b' });
    expect(filtersOf({})).toEqual({});
    expect(withFilter(search, 'use', 'N')).toEqual(['time:a:b', 'use:N']);
    expect(withFilter(search, 'use', '')).toEqual(['time:a:b']);
    expect(withFilter({ filter: ['use:Y'] }, 'use', '')).toBeUndefined();
    expect(withFilter({}, 'use', 'Y')).toEqual(['use:Y']);
  });
});

describe('an alarm in words', () => {
  const alarm = {
    ...{
      organization_name: 'School',
      office_name: 'Main',
      department_name: '',
      meter_name: 'Room',
      sensor_name: 'CO2 2',
    },
    ...{ air_name: null, description: '나쁨', description_en: 'Bad', sensor_type: 'CO2', value: 1720, bound: 1500 },
    ...{ ended_time: null, cleared_time: null },
  } as Alarm;

  it('has a description in the language, if there is one', () => {
    expect([descriptionOf(alarm, 'en'), descriptionOf(alarm, 'ko')]).toEqual(['Bad', '나쁨']);
    expect(descriptionOf({ ...alarm, description_en: null }, 'en')).toBe('나쁨');
  });

  it('has a place, from the organization down', () => {
    expect(alarmPlace(alarm)).toBe('School\u00a0· Main\u00a0· Room\u00a0· CO₂\u00a02');
    expect(alarmPlace({ ...alarm, sensor_name: null, air_name: 'Purifier' })).toBe(
      'School\u00a0· Main\u00a0· Room\u00a0· Purifier',
    );
    expect(meterPlaceOf(alarm)).toBe('School › Main › Room');
  });

  it('has what raised it', () => {
    expect(triggerOf(alarm, t, 'en')).toContain('1,720');
    expect(triggerOf(alarm, t, 'en')).toContain('1,500');
    expect(triggerOf({ ...alarm, bound: null }, t, 'en')).toBe('1,720 ppm');
    expect(triggerOf({ ...alarm, value: null }, t, 'en')).toBe('');
    expect(triggerOf({ ...alarm, sensor_type: null }, t, 'en')).toBe('');
  });

  it('has an end when it has ended, or was cleared', () => {
    const [ended, cleared] = ['2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z'];
    expect(endOf(alarm)).toBeUndefined();
    expect(endOf({ ...alarm, cleared_time: cleared })).toBe(Date.parse(cleared));
    expect(endOf({ ...alarm, ended_time: ended, cleared_time: cleared })).toBe(Date.parse(ended));
    expect(timeText('2026-03-02T00:00:00.000Z', 'ko')).toMatch(/^2026-03-0\d \d\d:\d\d$/);
  });
});

describe('automatic mode in words', () => {
  const mode = (changed: object = {}, progress: object | null = {}): AutoMode =>
    ({
      ...{
        organization_name: 'School',
        office_name: 'Main',
        department_name: 'First',
        obstacle: null,
        state: { power: 'ON' },
      },
      ...{ auto: { use: 'Y' } },
      progress: progress && {
        level: 'WEAK',
        is_reached: false,
        is_resting: false,
        is_overridden: false,
        overridden_until: null,
        ...progress,
      },
      ...changed,
    }) as AutoMode;
  const texts = () => renderHook(useAutoTexts).result.current;

  it('has a place and a state', () => {
    expect(modePlace(mode())).toBe('School\u00a0· Main\u00a0· First');
    expect([stateOf(mode()), stateOf(mode({}, { is_overridden: true })), stateOf(mode({}, null))]).toEqual([
      'AUTO',
      'MANUAL',
      'AUTO',
    ]);
    expect([stateOf(mode({ auto: { use: 'N' } })), stateOf(mode({ auto: null }))]).toEqual(['OFF', 'OFF']);
  });

  it.each<[string, AutoMode, string | null]>([
    ['nothing while it is off', mode({ auto: { use: 'N' }, obstacle: 'DEVICE_UNUSED' }), null],
    ['nothing without progress', mode({ obstacle: 'DEVICE_UNUSED' }, null), null],
    [
      'what keeps it first',
      mode({ obstacle: 'LOCAL_CONTROL' }, { is_overridden: true }),
      'autoMode.obstacle.LOCAL_CONTROL',
    ],
    [
      'that a person controls it',
      mode({ state: { power: 'OFF' } }, { is_overridden: true }),
      'autoMode.now.overriddenOpen',
    ],
    ['that it is off', mode({ state: { power: 'OFF' } }, { level: null }), 'autoMode.now.poweredOff'],
    ['that nothing is decided', mode({}, { level: null, is_reached: true }), 'autoMode.now.undecided'],
    ['nothing when all is well', mode({ state: null }, { is_reached: true, is_resting: true }), null],
    ['that it rests', mode({}, { is_resting: true }), 'autoMode.now.resting'],
    ['that it asked', mode(), 'autoMode.now.asked'],
  ])('says %s', (_, given, key) => {
    expect(texts().trouble(given)).toBe(key === null ? null : t(key as 'autoMode.now.asked'));
  });

  it('says until when a person controls it, today without the day', () => {
    const now = new Date(2026, 2, 2, 9).getTime();
    vi.useFakeTimers({ now, toFake: ['Date'] });
    const [today, tomorrow] = [now + 3_600_000, now + 86_400_000].map((ms) => new Date(ms).toISOString());
    const { time, trouble } = texts();
    expect(time(today ?? '')).toBe('10:00');
    expect(time(tomorrow ?? '')).toBe('03/03/2026 09:00');
    expect(trouble(mode({}, { is_overridden: true, overridden_until: today }))).toContain('10:00');
  });

  it('writes bounds in the order of types', () => {
    const thresholds = { CO2: [800, 1_000, 1_500], 'PM2.5': [15.5, 35, 75] } as const;
    expect(entriesOf(thresholds)).toEqual([
      ['PM2.5', [15.5, 35, 75]],
      ['CO2', [800, 1_000, 1_500]],
    ]);
    const { bounds, number, type } = texts();
    expect([bounds([800, 1_000.5]), number(0.00012), type('CO2')]).toEqual([
      '800 · 1,000.5',
      '0.0001',
      t('grade.sensor.CO2'),
    ]);
  });
});

describe('a command in words', () => {
  it.each([
    ['FAN_SPEED', 'STRONG', (): string => t('control.action.STRONG')],
    ['OPERATING_TIME', '120', (): string => t('control.unit.min', { value: 120 })],
    ['FILTER_PERIOD', '4380', (): string => t('control.unit.h', { value: 4380 })],
    ['START_TIME', '0830', (): string => '08:30'],
    ['START_TIME', 'NONE', (): string => t('control.action.NONE')],
  ] as const)('%s %s', (command, action, text) => {
    expect(actionText(command, action, t)).toBe(text());
    const order = orderText(command, action, t);
    for (const part of [text(), t(`admin.choice.command.${command}`)]) expect(order).toContain(part);
  });

  it.each([
    ['FAN_SPEED', null, (): string => t('control.panel.unknown')],
    ['FAN_SPEED', 'STRONG', (): string => t('monitoring.purifier.value.STRONG')],
    ['START_TIME', 'NONE', (): string => t('control.action.NONE')],
    ['START_TIME', '0830', (): string => '08:30'],
    ['OPERATING_TIME', '60', (): string => t('control.unit.min', { value: 60 })],
  ] as const)('%s reported as %s', (command, action, text) => {
    expect(reportedText(command, action, t)).toBe(text());
  });

  it('has a place', () => {
    expect(purifierPlace({ office_name: 'Main', department_name: 'First', meter_name: 'Room' })).toBe(
      'Main\u00a0· First\u00a0· Room',
    );
  });
});

describe('a row of administration in words', () => {
  it('has texts in the language, if there are any', () => {
    const item = { id: 1, version: 1, name: '이름', name_en: 'Name', text: '글', text_en: null };
    expect([localText(item, 'name', 'en'), localText(item, 'name', 'ko'), localText(item, 'text', 'en')]).toEqual([
      'Name',
      '이름',
      '글',
    ]);
  });

  it('has values by their kind', () => {
    const { value, field, choice, time, language } = renderHook(useAdministrationTexts).result.current;
    expect(language).toBe('en');
    for (const nothing of [null, undefined, '']) expect(value({ kind: 'number' }, nothing)).toBe('');
    expect([value({ kind: 'yesNo' }, 'Y'), value({ kind: 'yesNo' }, true), value({ kind: 'yesNo' }, 'N')]).toEqual([
      ...[t('admin.yes'), t('admin.yes'), t('admin.no')],
    ]);
    expect(value({ kind: 'number' }, 1234.5)).toBe('1,234.5');
    expect(value({ kind: 'number' }, 0)).toBe('0');
    expect(value({ kind: 'text' }, 7)).toBe('7');
    expect(value({}, 'x')).toBe('x');
    expect(value({ kind: 'choice' }, 'Y')).toBe('Y');
    expect(value({ kind: 'choice', choice: 'use' }, 'Y')).toBe(t('admin.choice.use.Y'));
    expect(choice('use', 'N')).toBe(t('admin.choice.use.N'));
    const instant = '2026-03-02T00:00:00.000Z';
    expect(value({ kind: 'time' }, instant)).toBe(time(instant));
    expect(time(instant)).toMatch(/^03\/0\d\/2026 \d\d:\d\d$/);
    expect(field('name')).toBe(t('admin.field.name'));
  });
});

describe('a history', () => {
  const METERS = sampleMeters();
  const use = (screen: Parameters<typeof useHistory>[0], given: object, meters = METERS) => {
    address = given;
    return renderHook(() => useHistory(screen, meters)).result.current;
  };

  it('has an address for each screen, and the screen of the averages beside it', () => {
    expect(HISTORY_SCREENS.map(historyAddress)).toEqual(
      ['instrument', 'instrumenta', 'sensorcur', 'sensoravg', 'currentair'].map((word) => `/current/current/${word}`),
    );
    for (const screen of HISTORY_SCREENS) {
      const { other, averages, kind } = SCREEN[screen];
      if (other !== null) expect(SCREEN[other]).toMatchObject({ other: screen, averages: !averages, kind });
    }
    expect([viewsOf({ averages: true }), viewsOf({ averages: false })]).toEqual([
      ['list', 'graph', 'calendar', 'week'],
      ['list', 'graph'],
    ]);
  });

  it.each([
    ['meterReadings', { meter: '7' }, { step: 'each', view: 'list', level: undefined }],
    ['meterAverages', { meter: '7' }, { step: 'hour', view: 'list' }],
    ['meterAverages', { meter: '7', level: 'office' }, { level: 'office' }],
    ['meterAverages', { meter: '7', level: 'office', view: 'week' }, { level: 'office', view: 'week' }],
    ['sensorAverages', { meter: '7', level: 'office' }, { level: undefined }],
    ['meterReadings', { meter: '7', level: 'office' }, { level: undefined }],
    ['meterReadings', { meter: '7', view: 'week' }, { view: 'list' }],
    ['meterReadings', { meter: '7', view: 'graph', step: 'day' }, { view: 'graph', step: 'day' }],
    ['meterAverages', { meter: '7', step: 'each' }, { step: 'hour' }],
    ['purifierReadings', { meter: '9', view: 'graph' }, { step: 'hour' }],
    ['purifierReadings', { meter: '9' }, { step: 'each' }],
  ] as const)('%s of %j', (screen, given, expected) => {
    expect(use(screen, given)).toMatchObject(expected);
  });

  it('asks for nothing without a selection, of what is not there, or with impossible days', () => {
    expect(use('meterReadings', {}).request).toBeNull();
    expect(use('meterReadings', { meter: '999' }).request).toBeNull();
    expect(
      use('meterReadings', { meter: '7', period: 'free', from: '2026-03-02', to: '2026-03-01' }).request,
    ).toBeNull();
    expect(use('meterReadings', { meter: '7', mode: 'AUTO' }).request).toMatchObject({
      scope: { meterId: [7] },
      modes: ['AUTO'],
    });
  });

  it('forgets types that no meter measures', () => {
    expect(use('sensorReadings', { meter: '7', type: ['CO2', 'HCHO'] }).search.type).toEqual(['CO2']);
    expect(use('sensorReadings', { meter: '7', type: 'HCHO' }).search.type).toBeUndefined();
  });

  it('has the zone of what is selected', () => {
    expect(use('meterReadings', { meter: '7' }).zone).toBe(METERS[0]?.time_zone);
    expect(use('meterReadings', {}, []).zone).toBe('UTC');
  });

  it('begins at its first page when it is changed', () => {
    const { change } = use('meterReadings', { meter: '7', page: '3' });
    act(() => change({ step: 'day' }));
    act(() => change({ page: 2 }, { visit: true }));
    expect(visits).toEqual([
      { to: '.', search: { meter: '7', page: undefined, step: 'day' }, replace: true, resetScroll: false },
      { to: '.', search: { meter: '7', page: 2 }, replace: false, resetScroll: false },
    ]);
  });

  it('has its subject, days and step in words', () => {
    const subject = (screen: Parameters<typeof useHistory>[0], given: object) => {
      const history = use(screen, given);
      return renderHook(() => useSubjectText(history)).result.current;
    };
    expect(subject('meterReadings', {})).toBe('');
    expect(subject('meterReadings', { meter: '7' })).toBe('로비');
    expect(subject('meterReadings', { meter: ['7', '8'] })).toBe(t('history.place.and', { first: '로비', count: 1 }));
    expect(subject('meterReadings', { meter: 'all' })).toBe(t('history.place.every'));
    expect(subject('meterReadings', { meter: 'all', office: '3' })).toBe(t('history.place.all', { place: '본관' }));
    expect(subject('meterAverages', { meter: '7', level: 'office' })).toBe('본관');
    const days = (from: string, to: string) => renderHook(() => useDayRangeText({ from, to })).result.current;
    expect(days('2026-03-02', '2026-03-02')).toBe('03/02/2026');
    expect(days('2026-03-01', '2026-03-02')).toBe(
      t('history.period.between', { from: '03/01/2026', to: '03/02/2026' }),
    );
    const step = (screen: Parameters<typeof useHistory>[0], given: object) => {
      const history = use(screen, given);
      return renderHook(() => useStepText(history)).result.current;
    };
    expect(step('purifierReadings', { meter: '9' })).toBe(t('history.step.changes'));
    expect(step('meterReadings', { meter: '7' })).toBe(t('history.step.each'));
    expect(step('meterAverages', { meter: '7', step: 'day' })).toBe(
      `${t('history.step.day')} ${t('history.averages')}`,
    );
    expect(step('meterAverages', { meter: '7', level: 'office' })).toBe(
      [t('history.level.office'), `${t('history.step.hour')} ${t('history.averages')}`].join(t('common.separator')),
    );
  });

  it('has the places above that its meters have in common', () => {
    expect(pathTextOf([])).toBe('');
    const [first] = METERS;
    if (first === undefined) throw new Error('no meter');
    const path = [first.organization_name, first.office_name, first.department_name];
    expect(pathTextOf([first])).toBe(path.join(' › '));
    expect(pathTextOf([first, { ...first, department_id: 99 }])).toBe(path.slice(0, 2).join(' › '));
    expect(pathTextOf([first, { ...first, organization_id: 99, office_id: 99, department_id: 99 }])).toBe('');
  });

  it('selects nothing where nothing is named, and writes nothing for it', () => {
    const nothing = selectionOf(historySearch.parse({}));
    expect(nothing).toMatchObject({ meter: [], sensor: [], purifier: [] });
    expect(searchOf(nothing)).toMatchObject({ meter: undefined, sensor: undefined, purifier: undefined });
    expect(searchOf({ ...nothing, meter: 'all', sensor: [1] })).toMatchObject({ meter: 'all', sensor: [1] });
    expect(metersFor('meter', METERS)).toBe(METERS);
    expect(metersFor('sensor', METERS).every(({ sensors }) => sensors.length > 0)).toBe(true);
    expect(metersFor('purifier', METERS).map(({ id }) => id)).toEqual(
      METERS.filter(({ purifiers }) => purifiers.length > 0).map(({ id }) => id),
    );
  });

  it('remembers the last five choices of each user and kind', () => {
    expect(readRecent(1, 'meter')).toEqual([]);
    const choice = (...meter: number[]) => ({ organization: 2, meter });
    for (let i = 1; i <= 6; i++) addRecent(1, 'meter', choice(i));
    expect(readRecent(1, 'meter')).toEqual([6, 5, 4, 3, 2].map((i) => choice(i)));
    addRecent(1, 'meter', choice(4));
    expect(readRecent(1, 'meter')).toEqual([4, 6, 5, 3, 2].map((i) => choice(i)));
    addRecent(1, 'sensor', { meter: 'all' });
    expect([readRecent(1, 'sensor'), readRecent(2, 'sensor'), readRecent(1, 'meter').length]).toEqual([
      [{ meter: 'all' }],
      [],
      5,
    ]);
    addRecent(1, 'meter', choice(...Array.from({ length: 51 }, (_, i) => i + 1)));
    addRecent(1, 'meter', choice(0));
    expect(readRecent(1, 'meter')[0]).toEqual(choice(4));
    addRecent(1, 'meter', choice(...Array.from({ length: 50 }, (_, i) => i + 1)));
    expect(readRecent(1, 'meter')[0]).toEqual(choice(...Array.from({ length: 50 }, (_, i) => i + 1)));
    localStorage.setItem('history.recent.1', '{');
    expect(readRecent(1, 'meter')).toEqual([]);
  });
});

describe('a wall', () => {
  const at = (hour: number, minute: number) => Date.UTC(2026, 2, 2, hour, minute);
  const page = { since: at(0, 0), build: 'a', minute: 30 };
  it.each([
    ['at night', page, { time: at(3, 30), build: 'a', timeZone: 'UTC' }, true],
    ['before its minute', page, { time: at(3, 29), build: 'a', timeZone: 'UTC' }, false],
    ['at another hour', page, { time: at(4, 30), build: 'a', timeZone: 'UTC' }, false],
    ['at night elsewhere', page, { time: at(3, 30), build: 'a', timeZone: 'Asia/Seoul' }, false],
    [
      'at night when it was loaded two hours ago',
      { ...page, since: at(1, 30) },
      { time: at(3, 30), build: 'a', timeZone: 'UTC' },
      true,
    ],
    [
      'at night when it was just loaded',
      { ...page, since: at(1, 31) },
      { time: at(3, 30), build: 'a', timeZone: 'UTC' },
      false,
    ],
    ['when there are other files', page, { time: at(0, 10), build: 'b', timeZone: 'UTC' }, true],
    ['when there are other files again', page, { time: at(0, 9), build: 'b', timeZone: 'UTC' }, false],
    ['when the files are unknown', page, { time: at(0, 10), build: '', timeZone: 'UTC' }, false],
    ['when its own files are unknown', { ...page, build: '' }, { time: at(0, 10), build: 'b', timeZone: 'UTC' }, false],
  ])('is loaded again %s', (_, loaded, now, expected) => {
    expect(wantsReload(loaded, now)).toBe(expected);
  });

  it('takes its token out of the address', () => {
    const replaceState = vi.fn();
    const take = (hash: string) =>
      takeToken(
        Object.assign(Object.create(window), {
          location: { hash, pathname: '/wall' },
          history: { replaceState },
          sessionStorage,
        }),
      );
    expect(take('')).toBeNull();
    expect([take('#secret'), take('')]).toEqual(['secret', 'secret']);
    expect(replaceState.mock.calls).toEqual([[null, '', '/wall']]);
  });

  it('keeps the screen on while it is visible', async () => {
    const release = vi.fn(async () => undefined);
    const held = { released: false, release };
    const request = vi.fn(async () => held);
    vi.stubGlobal('navigator', { wakeLock: { request } });
    const show = () => document.dispatchEvent(new Event('visibilitychange'));
    const end = stayAwake();
    await Promise.resolve();
    await Promise.resolve();
    expect(request.mock.calls).toEqual([['screen']]);
    show();
    expect(request).toHaveBeenCalledTimes(1);
    held.released = true;
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    show();
    expect(request).toHaveBeenCalledTimes(1);
    vi.restoreAllMocks();
    show();
    expect(request).toHaveBeenCalledTimes(2);
    end();
    expect(release).toHaveBeenCalledTimes(1);
    show();
    expect(request).toHaveBeenCalledTimes(2);
    vi.stubGlobal('navigator', {});
    stayAwake()();
  });
});
