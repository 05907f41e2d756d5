// @vitest-environment jsdom
import type { LiveEvent } from '@airdeck/contract/live/event';
import type { Attention, AttentionEvent, AttentionItem } from '@airdeck/contract/monitoring/attention';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { KEYS } from '../api/queries.ts';
import { applyEvent } from '../live/use-monitoring-live.ts';
import { sampleCard } from '../testing/sample-card.ts';
import { showAt } from '../testing/show-at.tsx';
import { AttentionBanner } from './attention-banner.tsx';
import { type AttentionList, mergeAttention } from './attention-query.ts';

const PATH = 'GET /api/v1/monitoring/attention';
const NOW = '2026-11-22T12:39:00Z';
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

type Air = Extract<AttentionItem, { kind: 'AIR' }>;
const air = (change: Partial<Air> = {}): Air => ({
  kind: 'AIR',
  key: `air ${change.meter_id ?? 7}`,
  name: '조리실',
  above: ['한빛초등학교', '별관', '급식실'],
  organization_id: 2,
  code: 'A004',
  handling: null,
  meter_id: 7,
  type: 'PM2.5',
  value: 94,
  grade: 'VERY_BAD',
  since: { time: ago(37), begins: 'CHANGE' },
  better_since: null,
  usual: { times: 11.1, day: '2026-11-15' },
  ...change,
});
const gateway: AttentionItem = {
  kind: 'SILENT',
  key: 'silent 3',
  name: 'GW-1',
  above: ['한빛초등학교'],
  organization_id: 2,
  code: 'M001',
  handling: null,
  what: 'GATEWAY',
  meter_id: null,
  alarm_id: 3,
  since: ago(95),
  below: 15,
};
const filter: AttentionItem = {
  kind: 'FILTER',
  key: 'filter 2 1',
  name: '공기청정기 1',
  above: ['한빛초등학교'],
  organization_id: 2,
  code: 'P011',
  meter_id: 9,
  number: 1,
  days_left: 4.2,
};

const nothing = { VERY_BAD: 0, BAD: 0, BETTER: 0, SILENT: 0, FORECAST: 0, PURIFIER: 0, FILTER: 0 };
const answer = (items: AttentionItem[], change: Partial<Attention> = {}): Attention => ({
  time: NOW,
  meters: sampleCard().meters,
  counts: { ...nothing, VERY_BAD: items.length },
  total: items.length,
  elsewhere: { air: 0, other: 0 },
  items,
  ...change,
});

const banner = () => screen.findByRole('region', { name: '지금 살펴볼 곳' });
const links = async () => within(await banner()).queryAllByRole('link');
const show = () => showAt('/monitoring/agency', <AttentionBanner screen="organizations" id={undefined} />);
const showOffice = () => showAt('/monitoring/half/4', <AttentionBanner screen="departments" id={4} />);
const OFFICE = { kind: 'office', id: 4 } as const;
const INSTRUCTION = 'GET /api/v1/alarms/instructions';

beforeEach(async () => {
  // Only the clock is faked: timers keep running.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(NOW) });
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('AttentionBanner', () => {
  it('shows the problem of each item, since when and a comparison, and leads to its place', async () => {
    fakeApi({ [PATH]: () => ({ body: answer([air(), gateway, filter]) }) });
    show();
    await screen.findByText('조리실');
    const [kitchen, dead, worn] = await links();
    expect(kitchen?.textContent).toContain('한빛초등학교 › 별관 › 급식실');
    expect(kitchen?.textContent).toMatch(
      /PM2\.5 94\.0 µg\/m³ 매우 나쁨 · \d\d:02부터 37분째 지난주 일요일 같은 시간의 11배/,
    );
    expect(kitchen?.getAttribute('href')).toBe('/monitoring/sensor/7');
    expect(dead?.textContent).toMatch(
      /게이트웨이 수신 없음 \d\d:04부터 1시간 35분째 연결된 측정기 15대의 상태를 알 수 없음/,
    );
    expect(dead?.getAttribute('href')).toBe('/current/error/liveerror?startTime=any&open=3');
    expect(worn?.textContent).toContain('필터 1 5일 안에 수명이 끝납니다');
    expect(worn?.getAttribute('href')).toBe('/monitoring/purifier/9');
  });

  it('shows air that is forecast to become bad, and when', async () => {
    const soon: AttentionItem = {
      ...{ kind: 'FORECAST', key: 'forecast 8', name: '도서실', above: ['한빛초등학교'], organization_id: 2 },
      ...{ code: 'A002', meter_id: 8, type: 'CO2', value: 870, limit: 1000, minutes: 25 },
    };
    const counts = { ...nothing, FORECAST: 1 };
    fakeApi({ [PATH]: () => ({ body: answer([soon], { counts }) }) });
    show();
    const row = (await screen.findByText('도서실')).closest('a');
    expect(row?.textContent).toMatch(/870 ppm 곧 나쁨 약 25분 뒤 1,000 ppm 초과 예상/);
    expect(row?.getAttribute('href')).toBe('/monitoring/sensor/8');
    expect((await banner()).textContent).toContain('곧 나빠질 곳 1');
  });

  it.each<[string, Air['usual'], string]>([
    ['many times', { times: 2.93, day: '2026-11-15' }, '같은 시간의 2.9배'],
    ['about the same', { times: 1.2, day: '2026-11-15' }, '같은 시간과 비슷'],
  ])('compares with a week ago: %s', async (_, usual, text) => {
    fakeApi({ [PATH]: () => ({ body: answer([air({ usual })]) }) });
    show();
    await screen.findByText(new RegExp(text));
  });

  it('omits the comparison where there is none, or a week ago was worse', async () => {
    fakeApi({ [PATH]: () => ({ body: answer([air({ usual: { times: 0.4, day: '2026-11-15' } })]) }) });
    show();
    expect((await screen.findByText('조리실')).closest('a')?.textContent).not.toContain('지난주');
  });

  it('opens with the first lines at the start, counts each kind, unfolds and folds', async () => {
    const rooms = [1, 2, 3, 4, 5, 6].map((id) => air({ meter_id: id, name: `교실 ${id}` }));
    const counts = { ...nothing, VERY_BAD: 6, FILTER: 60 };
    fakeApi({ [PATH]: () => ({ body: answer([...rooms, filter], { counts, total: 66 }) }) });
    show();
    await screen.findByText('교실 1');
    expect(await links()).toHaveLength(5);
    expect((await banner()).textContent).toContain('지금 살펴볼 곳 66매우 나쁨 6필터 60');
    fireEvent.click(screen.getByRole('button', { name: '모두 7건 보기' }));
    expect(await links()).toHaveLength(7);
    screen.getByText(/나머지 59건/);
    fireEvent.click(screen.getByRole('button', { name: '접기' }));
    // Folded, it still names the worst.
    expect((await links()).map((link) => link.textContent)).toEqual([expect.stringContaining('교실 1')]);
    expect((await banner()).textContent).toContain('그 밖에 65건');
    screen.getByRole('button', { name: '모두 7건 보기' });
  });

  it('keeps its number of lines when items come or go', async () => {
    const rooms = [1, 2].map((id) => air({ meter_id: id, name: `교실 ${id}` }));
    const answers = [answer(rooms.slice(0, 1)), answer([...rooms, air({ meter_id: 3 }), gateway]), answer(rooms)];
    fakeApi({ [PATH]: () => ({ body: answers.pop() }) });
    const { client } = show();
    await screen.findByText('교실 2');
    const list = within(await banner()).getByRole('list');
    const room = () => list.style.getPropertyValue('--lines');
    expect(room()).toBe('2');
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    await screen.findByRole('button', { name: '모두 4건 보기' });
    expect([room(), within(list).getAllByRole('link').length]).toEqual(['2', 2]);
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    await screen.findByText('그 밖에는 살펴볼 곳이 없습니다');
    expect([room(), within(list).getAllByRole('link').length]).toEqual(['2', 1]);
  });

  it('does not change its order under the reader, but shows new values at once', async () => {
    const first = air({ meter_id: 1, name: '교실 1' });
    const second = air({ meter_id: 2, name: '교실 2', value: 80 });
    const answers = [answer([{ ...second, value: 120 }, first]), answer([first, second])];
    fakeApi({ [PATH]: () => ({ body: answers.length > 1 ? answers.pop() : answers[0] }) });
    const { client } = show();
    fireEvent.pointerMove((await screen.findByText('교실 1')) as Element);
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    await screen.findByText('120.0');
    expect((await links()).map((link) => link.querySelector('b')?.textContent)).toEqual(['교실 1', '교실 2']);
  });

  it('shows bad air of a live event at once, with what else is listed, and air that has become better', async () => {
    fakeApi({
      [PATH]: () => ({ body: answer([air(), gateway], { counts: { ...nothing, VERY_BAD: 1, SILENT: 15 } }) }),
    });
    const { client } = show();
    await screen.findByText('조리실');
    const { usual: _, ...kitchen } = air({ value: 12, grade: 'GOOD', since: null, better_since: ago(-1) });
    const { usual: __, ...room } = air({ meter_id: 8, name: '교실' });
    const meters = { ...sampleCard().meters, stale: 16 };
    const event = { type: 'attention', time: ago(-1), meters, elsewhere: 0 } as const;
    const counts = { VERY_BAD: 1, BAD: 0, BETTER: 1, SILENT: 16 };
    const apply = (time: string) =>
      client.setQueryData<AttentionList>(
        KEYS.attention(null),
        (old) => old && mergeAttention(old, { ...event, time, counts, air: [room, kitchen] }),
      );
    apply(NOW);
    expect((await links()).map((link) => link.querySelector('b')?.textContent)).toEqual(['조리실', 'GW-1']);
    apply(event.time);
    await screen.findByText('교실');
    fireEvent.click(screen.getByRole('button', { name: '모두 3건 보기' }));
    const rows = await links();
    expect(rows.map((link) => link.querySelector('b')?.textContent)).toEqual(['교실', '조리실', 'GW-1']);
    expect(rows[1]?.textContent).toMatch(/좋음 · 나아짐 /);
    expect((await banner()).textContent).toContain('지금 살펴볼 곳 3매우 나쁨 1나아지는 중 1수신 없는 측정기 16');
  });

  it('keeps the air of an event over an older answer', async () => {
    let body = answer([air()]);
    fakeApi({ [PATH]: () => ({ body }) });
    const { client } = show();
    await screen.findByText('94.0');
    const { usual: _, ...now } = air({ value: 120 });
    const counts = { VERY_BAD: 1, BAD: 0, BETTER: 0, SILENT: 0 };
    const { meters } = body;
    const event: AttentionEvent = { type: 'attention', time: ago(-2), meters, counts, elsewhere: 0, air: [now] };
    client.setQueryData<AttentionList>(KEYS.attention(null), (old) => old && mergeAttention(old, event));
    await screen.findByText('120.0');
    body = answer([air({ value: 95 })], { time: ago(-1) });
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    screen.getByText('120.0');
    body = answer([air({ value: 95 })], { time: ago(-3) });
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    await screen.findByText('95.0');
  });

  it('of a place is one line: the worst with its place, since when, what to do and whom to call, and what is elsewhere', async () => {
    const sent = fakeApi({
      [PATH]: () => ({ body: answer([air(), gateway], { elsewhere: { air: 2, other: 1 } }) }),
      [INSTRUCTION]: () => ({ body: { text: '환기해 주세요.', contact: '당직', phone: '02-123-4567' } }),
    });
    showOffice();
    const place = await screen.findByRole('link', { name: /조리실/ });
    expect(sent.map(({ url }) => url)).toContain('/api/v1/monitoring/attention?kind=office&id=4');
    expect(place.textContent).toBe('조리실 급식실');
    await screen.findByText('환기해 주세요.');
    expect((await banner()).textContent).toMatch(
      /^매우 나쁨조리실 급식실PM2\.5 94\.0 µg\/m³\+1.*부터 37분째환기해 주세요\./,
    );
    const call = screen.getByRole('link', { name: '당직 02-123-4567, 전화 걸기' });
    expect(call.getAttribute('href')).toBe('tel:021234567');
    const elsewhere = screen.getByRole('link', { name: '다른 곳 3건 보기' });
    expect(elsewhere.getAttribute('href')).toBe('/monitoring/agency');
    expect(within(await banner()).queryByText('GW-1')).toBeNull();
    const details = screen.getByRole('button', { name: '자세히' });
    expect(details.getAttribute('aria-expanded')).toBe('false');
    fireEvent.click(details);
    expect(within(await banner()).getByRole('region', { name: '할 일' }).textContent).toContain('환기해 주세요.');
    within(await banner()).getByText('GW-1');
    expect(screen.getByRole('button', { name: '접기' }).getAttribute('aria-expanded')).toBe('true');
  });

  it('names who takes care of it instead of what to do, as soon as the live event says so', async () => {
    fakeApi({
      [PATH]: () => ({ body: answer([air()]) }),
      [INSTRUCTION]: () => ({ body: { text: '환기해 주세요.', contact: null, phone: null } }),
    });
    const { client } = showOffice();
    await screen.findByText('환기해 주세요.');
    const { usual: _, ...item } = air({ handling: { alarms: 2, handled: 1, by: '김민수', at: ago(4) } });
    const event: LiveEvent = {
      ...{ type: 'attention', time: ago(-1), meters: sampleCard().meters, elsewhere: 7 },
      ...{ counts: { VERY_BAD: 1, BAD: 0, BETTER: 0, SILENT: 0 }, air: [item] },
    };
    applyEvent(client, { view: 'departments', id: 4 }, event);
    await screen.findByText(/^처리 중 1\/2: 김민수 \d\d:35$/);
    expect(screen.queryByText('환기해 주세요.')).toBeNull();
    screen.getByRole('link', { name: '다른 곳 7건 보기' });
    expect(client.getQueryData<AttentionList>(KEYS.attention(OFFICE))?.total).toBe(1);
  });

  it('lists who takes care of each', async () => {
    const handling = { alarms: 1, handled: 1, by: '김민수', at: ago(4) };
    fakeApi({
      [PATH]: () => ({ body: answer([air({ handling }), { ...gateway, handling: { ...handling, by: 'Kim' } }]) }),
    });
    show();
    await screen.findByText(/^처리 중: 김민수/);
    expect((await links())[1]?.textContent).toContain('처리 중: Kim');
  });

  it('is calm without items, and shows "all is well" only if every meter reports', async () => {
    const meters = { ...sampleCard().meters, online: 18 };
    const answers = [answer([]), answer([], { meters })];
    fakeApi({ [PATH]: () => ({ body: answers.pop() }) });
    const { client } = show();
    await screen.findByText('모두 양호합니다');
    screen.getByText('측정기 18대 가운데 18대 수신 중');
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    await screen.findByText('지금 살펴볼 곳이 없습니다');
  });

  it('is not well while an alarm is to be handled', async () => {
    const meters = { ...sampleCard().meters, online: 18, stale: 0 };
    const counts = { CRITICAL: 0, MAJOR: 3, MINOR: 0, WARNING: 0, INFO: 0 };
    fakeApi({
      [PATH]: () => ({ body: answer([], { meters }) }),
      'GET /api/v1/alarms/counts': () => ({ body: { open: 3, unknown: 0, counts, places: [] } }),
    });
    show();
    const link = await screen.findByRole('link', { name: '처리할 장애 3건' });
    expect(link.getAttribute('href')).toBe('/current/error/liveerror?startTime=any');
    screen.getByText('지금 살펴볼 곳이 없습니다');
  });

  it('says so when it cannot be loaded, and how old it is when it could before', async () => {
    const failed = { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: 'x', errors: {} } };
    const answers = [failed, { body: answer([air()]) }, failed];
    fakeApi({ [PATH]: () => answers.pop() ?? failed });
    const { client } = show();
    fireEvent.click(await screen.findByRole('button', { name: '다시 시도' }));
    await screen.findByText('조리실');
    await client.refetchQueries({ queryKey: KEYS.attention(null) });
    expect((await screen.findByRole('status')).textContent).toMatch(/\d\d:\d\d:\d\d 기준/);
    screen.getByText('조리실');
  });
});
