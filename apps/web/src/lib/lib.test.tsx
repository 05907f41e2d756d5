// @vitest-environment jsdom
import type { FilterLifeView } from '@airdeck/contract/purifier/filter';
import type { PurifierState } from '@airdeck/contract/purifier/schema';
import { ko } from '@airdeck/phrases/ko';
import { cleanup, renderHook } from '@testing-library/react';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { sumOf, worstOf } from './alarm/counts.ts';
import { isBusy, queryClient } from './api/query-client.ts';
import { textQuery } from './api/text-query.ts';
import { everySecond } from './clock.ts';
import { ApiFailure, type FailureDetails } from './failure.ts';
import { formatDuration } from './format/duration.ts';
import { formatDay, readDay } from './format/read-day.ts';
import { useSensorName, writtenSensorName } from './format/sensor-name.ts';
import { readChosenLanguage } from './i18n/i18n.ts';
import { type AlarmsEvent, onAlarms, tellAlarms } from './live/alarm-events.ts';
import { liveState, lostSince, tellAlarmLine, tellHeard, tellLive } from './live/live-state.ts';
import { reportedFilters, worstFilter } from './purifier/filter-rules.ts';
import * as storage from './session/session-storage.ts';
import { createStore } from './store.ts';
import { countInTitle, nameTitle } from './title.ts';
import { listFields, number, part } from './url/search-fields.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'ko', resources: { ko: { translation: ko } } });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  sessionStorage.clear();
});

describe('a duration', () => {
  it.each([
    [-1, '0s'],
    [0, '0s'],
    [999, '0s'],
    [SECOND, '1s'],
    [MINUTE - 1, '59s'],
    [MINUTE, '1m'],
    [MINUTE + SECOND, '1m 1s'],
    [HOUR - 1, '59m 59s'],
    [HOUR, '1h'],
    [HOUR + 59 * SECOND, '1h'],
    [2 * HOUR + 5 * MINUTE, '2h 5m'],
    [DAY, '1d'],
    [DAY + HOUR + MINUTE, '1d 1h'],
    [40 * DAY, '40d'],
  ])('of %i ms is %s', (ms, text) => {
    expect(formatDuration(ms, 'en')).toBe(text);
  });

  it('is in the language', () => {
    expect(formatDuration(2 * HOUR + 5 * MINUTE, 'ko')).toBe('2시간 5분');
  });
});

describe('a day', () => {
  it.each([
    ['2026-03-02', 'ko', '2026-03-02'],
    [' 2026. 3. 2. ', 'ko', '2026-03-02'],
    ['20260302', 'en', '2026-03-02'],
    ['3/2/2026', 'en', '2026-03-02'],
    ['3/2/2026', 'ko', null],
    ['x2026-03-02', 'ko', null],
    ['2026-03-02x', 'ko', null],
    ['x3/2/2026', 'en', null],
    ['3/2/2026x', 'en', null],
    ['2026-02-30', 'ko', null],
    ['', 'ko', null],
  ] as const)('%s typed in %s is %s', (text, language, day) => {
    expect(readDay(text, language)).toBe(day);
  });

  it('is written in the form of the language', () => {
    expect([formatDay('2026-03-02', 'ko'), formatDay('2026-03-02', 'en'), formatDay('', 'en')]).toEqual([
      ...['2026-03-02', '03/02/2026', ''],
    ]);
  });
});

describe('the name of a sensor', () => {
  it.each([
    ['CO2 3', 'CO₂\u00a03'],
    ['PM2.5 12', '초미세먼지\u00a012'],
    ['창가', '창가'],
    ['GOLD 3', 'GOLD 3'],
    ['CO2', 'CO2'],
    ['my CO2 3', 'my CO2 3'],
    ['CO2 3 b', 'CO2 3 b'],
  ])('%s in a list', (name, written) => {
    const found = writtenSensorName(name);
    if (name.startsWith('PM')) expect(found).toMatch(/\u00a012$/);
    else expect(found).toBe(written);
  });

  it('among others has what tells it apart', () => {
    const { result } = renderHook(useSensorName);
    const co2 = (sequence: number, name = `CO2 ${sequence}`) => ({ type: 'CO2' as const, sequence, name });
    const alone = i18next.t('grade.sensor.CO2');
    expect(result.current(co2(1), [co2(1), { type: 'PM10', sequence: 1, name: '' }])).toBe(alone);
    expect(result.current(co2(2), [co2(1), co2(2)])).toBe(`${alone} 2`);
    expect(result.current(co2(2, ''), [co2(2, '')])).toBe(alone);
    expect(result.current(co2(2, '창가'), [co2(1), co2(2, '창가')])).toBe(`${alone} · 창가`);
    expect(result.current(co2(2, 'CO2 1'), [co2(2)])).toBe(`${alone} · CO2 1`);
  });
});

describe('filters', () => {
  const filter = (
    number: number,
    level: FilterLifeView['level'],
    used_h: number,
    period_h: number | null,
  ): FilterLifeView => ({
    ...{ number, level, used_h, period_h, hours_per_day: null, days_left: null, due_day: null, replaced: null },
  });

  it('are those of the report', () => {
    const state = { filter_use_h: [10, 4_400], filter_period_h: 4_380 } as PurifierState;
    expect(reportedFilters(state)).toEqual([filter(1, 'FINE', 10, 4_380), filter(2, 'EXPIRED', 4_400, 4_380)]);
    expect(reportedFilters({ ...state, filter_period_h: null })).toEqual([
      filter(1, 'UNKNOWN', 10, null),
      filter(2, 'UNKNOWN', 4_400, null),
    ]);
    expect(reportedFilters({ ...state, filter_use_h: [] })).toEqual([]);
  });

  it.each([
    ['the worst level', [filter(1, 'FINE', 1, 9), filter(2, 'EXPIRED', 1, 9), filter(3, 'DUE', 1, 9)], 2],
    ['due before fine', [filter(1, 'FINE', 8, 9), filter(2, 'DUE', 1, 9)], 2],
    ['fine before unknown', [filter(1, 'UNKNOWN', 8, null), filter(2, 'FINE', 0, 9)], 2],
    ['the one used most of equal ones', [filter(1, 'DUE', 50, 100), filter(2, 'DUE', 8, 10)], 2],
    ['the first of the same', [filter(1, 'DUE', 5, 10), filter(2, 'DUE', 5, 10)], 1],
    ['the first of unknown ones', [filter(1, 'UNKNOWN', 1, null), filter(2, 'UNKNOWN', 9, null)], 1],
    ['none of none', [], undefined],
  ])('to be replaced first: %s', (_, filters, number) => {
    expect(worstFilter(filters)?.number).toBe(number);
  });
});

describe('the parts of an address', () => {
  it.each([
    ['7', 7],
    [7, 7],
    ['0', undefined],
    ['-1', undefined],
    ['1.5', undefined],
    ['1e3', undefined],
    ['x7', undefined],
    ['7x', undefined],
    ['1234567890', 1_234_567_890],
    ['12345678901', undefined],
    [undefined, undefined],
  ])('number %s is %s', (given, read) => {
    expect(number.parse(given)).toBe(read);
  });

  it.each([
    ['x', 'x'],
    [7, '7'],
    ['', undefined],
    ['x'.repeat(60), 'x'.repeat(60)],
    ['x'.repeat(61), undefined],
    [['x'], undefined],
  ])('name %s', (given, read) => {
    expect(part.parse(given)).toBe(read);
  });

  it.each([
    ['50', 50],
    [12, 12],
    ['13', undefined],
    ['x', undefined],
  ])('size %s is %s', (given, read) => {
    expect(listFields.size.parse(given)).toBe(read);
  });

  it.each([
    ['a,ASC', ['a,ASC']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [7, undefined],
    [undefined, undefined],
  ])('order %s is %s', (given, read) => {
    expect(listFields.sort.parse(given)).toEqual(read);
  });
});

it('a query has text only, and nothing that is not there', () => {
  expect(textQuery({ a: 1, b: undefined, c: ['x', 'y'], d: null, e: false, f: '' })).toEqual({
    ...{ a: '1', c: ['x', 'y'], d: 'null', e: 'false', f: '' },
  });
});

describe('alarms', () => {
  const none = { CRITICAL: 0, MAJOR: 0, MINOR: 0, WARNING: 0, INFO: 0 };
  it.each([
    [none, null, 0],
    [{ ...none, INFO: 1 }, 'INFO', 1],
    [{ ...none, INFO: 5, MINOR: 1, WARNING: 2 }, 'MINOR', 8],
    [{ ...none, CRITICAL: 1, MAJOR: 9 }, 'CRITICAL', 10],
  ])('%j: the worst is %s, of %i', (counts, worst, sum) => {
    expect([worstOf(counts), sumOf(counts)]).toEqual([worst, sum]);
  });

  it('tell who listens, until they stop', () => {
    const heard: string[] = [];
    const stop = onAlarms(({ type }) => heard.push(type));
    const alarms: AlarmsEvent = { type: 'alarms', time: '', changed: 1, raised_count: 0, last_id: 0, raised: [] };
    tellAlarms([{ type: 'hello', time: '' }, alarms, { type: 'commands', time: '', changed: 1 }]);
    stop();
    tellAlarms([alarms]);
    expect(heard).toEqual(['hello', 'alarms']);
  });

  it('are counted in the title', () => {
    const titles: string[] = [];
    const note = (change: () => void) => {
      change();
      titles.push(document.title);
    };
    note(() => nameTitle(''));
    note(() => nameTitle('현황'));
    note(() => countInTitle(3));
    note(() => nameTitle(''));
    note(() => countInTitle(0));
    expect(titles).toEqual(['Airdeck', '현황 · Airdeck', '(3) 현황 · Airdeck', '(3) Airdeck', 'Airdeck']);
  });
});

it('a store notifies on changes only', () => {
  const store = createStore(1);
  const heard: number[] = [];
  const stop = store.subscribe(() => heard.push(store.get()));
  store.set(1);
  store.set(2);
  store.set(2);
  stop();
  store.set(3);
  expect([heard, store.get()]).toEqual([[2], 3]);
});

it('the clock ticks each second for all, with one timer', () => {
  vi.useFakeTimers();
  const heard: string[] = [];
  const stopA = everySecond(() => heard.push('a'));
  const stopB = everySecond(() => heard.push('b'));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(999);
  expect(heard).toEqual([]);
  vi.advanceTimersByTime(1);
  stopA();
  vi.advanceTimersByTime(1_000);
  expect(heard).toEqual(['a', 'b', 'b']);
  stopB();
  expect(vi.getTimerCount()).toBe(0);
  everySecond(() => heard.push('c'))();
  expect(vi.getTimerCount()).toBe(0);
});

it('the state of the stream is shown once it lasts, a break at once', () => {
  vi.useFakeTimers({ now: 50_000 });
  tellLive('open');
  expect([liveState.get(), lostSince.get()]).toEqual(['open', null]);
  tellLive('connecting');
  vi.advanceTimersByTime(599);
  expect(liveState.get()).toBe('open');
  vi.advanceTimersByTime(1);
  expect(liveState.get()).toBe('connecting');
  tellLive('idle');
  vi.advanceTimersByTime(100);
  tellLive('open');
  vi.advanceTimersByTime(1_000);
  expect(liveState.get()).toBe('open');
  tellHeard();
  const heard = Date.now();
  vi.advanceTimersByTime(5_000);
  tellLive('lost');
  expect([liveState.get(), lostSince.get()]).toEqual(['lost', heard]);
  vi.advanceTimersByTime(5_000);
  tellLive('lost');
  expect(lostSince.get()).toBe(heard);
  tellAlarmLine('open');
  expect(lostSince.get()).toBeNull();
});

describe('a failed question is asked again', () => {
  const failure = (changed: Partial<FailureDetails>) =>
    new ApiFailure({
      ...{ kind: 'answer', code: 'x', message: 'x', errors: {}, requestId: null, status: 400 },
      ...changed,
    });
  const { retry } = queryClient.getDefaultOptions().queries ?? {};
  it.each<[string, Error, number]>([
    ['a refusal', failure({}), 0],
    ['an error of the server', failure({ status: 500 }), 0],
    ['501', failure({ status: 501 }), 0],
    ['a gateway that does not reach it', failure({ status: 502 }), 2],
    ['no connection', failure({ kind: 'network', status: null }), 2],
    ['no answer in time, which took the 30 s that it may', failure({ kind: 'timeout', status: null }), 0],
    ['what cannot be read', failure({ kind: 'unreadable', status: 200 }), 0],
    ['a busy server', failure({ status: 429 }), 6],
    ['a bug', new TypeError('x'), 0],
  ])('%s', (_, error, times) => {
    if (typeof retry !== 'function') throw new Error('there is no rule');
    const tries = [0, 1, 2, 3, 4, 5, 6, 7].filter((failures) => retry(failures, error));
    expect(tries).toEqual([0, 1, 2, 3, 4, 5, 6, 7].slice(0, times));
    expect(isBusy(error)).toBe(times === 6);
  });

  it('is none where nothing failed', () => {
    expect(isBusy(null)).toBe(false);
  });
});

describe('the session of a tab', () => {
  it('keeps its token, and marks', () => {
    expect([storage.readToken(), storage.hasLogin(), storage.readLogin(), storage.isReloading()]).toEqual([
      null,
      false,
      null,
      false,
    ]);
    storage.writeToken('token');
    expect(sessionStorage.getItem('access_token')).toBe('token');
    storage.removeToken();
    expect(storage.readToken()).toBeNull();
    storage.markReload();
    expect([sessionStorage.getItem('isReload'), storage.isReloading()]).toEqual(['true', true]);
    storage.unmarkReload();
    expect(storage.isReloading()).toBe(false);
    storage.markFollowed();
    expect([storage.takeFollowed(), storage.takeFollowed()]).toEqual([true, false]);
  });

  it('has no login that cannot be read', () => {
    for (const text of ['{', '{}', 'null', '{"user":{},"code":"1"}']) {
      sessionStorage.setItem('login', text);
      expect([storage.readLogin(), storage.hasLogin()], text).toEqual([null, true]);
    }
    sessionStorage.setItem('access_token', 'x');
    storage.clearSession();
    expect([storage.readToken(), storage.hasLogin()]).toEqual([null, false]);
  });

  it('has a language of its own, if it is one', () => {
    const read = (text: string) => {
      sessionStorage.setItem('language', text);
      return readChosenLanguage();
    };
    expect([readChosenLanguage(), read('en'), read('ko'), read('fr')]).toEqual([null, 'en', 'ko', null]);
  });
});
