// @vitest-environment jsdom
import type { Attention, AttentionItem } from '@airdeck/contract/monitoring/attention';
import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeApi } from '../../../testing/fake-api.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { KEYS } from '../api/queries.ts';
import { sampleCard } from '../testing/sample-card.ts';
import { showAt } from '../testing/show-at.tsx';
import { AttentionBanner } from './attention-banner.tsx';

const PATH = 'GET /api/v1/monitoring/attention';
const NOW = '2026-11-22T12:39:00Z';
const ago = (minutes: number): string => new Date(Date.parse(NOW) - minutes * 60_000).toISOString();

type Air = Extract<AttentionItem, { kind: 'AIR' }>;
const air = (change: Partial<Air> = {}): Air => ({
  kind: 'AIR',
  key: `air ${change.meter_id ?? 7}`,
  name: '조리실',
  above: ['한빛초등학교', '별관', '급식실'],
  meter_id: 7,
  type: 'PM2.5',
  value: 94,
  grade: 'VERY_BAD',
  since: { time: ago(37), begins: 'CHANGE' },
  usual: { times: 11.1, day: '2026-11-15' },
  ...change,
});
const gateway: AttentionItem = {
  kind: 'SILENT',
  key: 'silent 3',
  name: 'GW-1',
  above: ['한빛초등학교'],
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
  meter_id: 9,
  number: 1,
  days_left: 4.2,
};

const nothing = { VERY_BAD: 0, BAD: 0, SILENT: 0, PURIFIER: 0, FILTER: 0 };
const answer = (items: AttentionItem[], change: Partial<Attention> = {}): Attention => ({
  time: NOW,
  meters: sampleCard().meters,
  counts: { ...nothing, VERY_BAD: items.length },
  items,
  ...change,
});

const banner = () => screen.findByRole('region', { name: '지금 살펴볼 곳' });
const links = async () => within(await banner()).queryAllByRole('link');
const show = () => showAt('/monitoring/agency', <AttentionBanner lines={{ roomy: 3, small: 0 }} />);

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
      /PM2\.5 94\.0 µg\/m³매우 나쁨 · \d\d:02부터 37분째지난주 일요일 같은 시간의 11배/,
    );
    expect(kitchen?.getAttribute('href')).toBe('/monitoring/sensor/7');
    expect(dead?.textContent).toMatch(
      /게이트웨이 수신 없음\d\d:04부터 1시간 35분째연결된 측정기 15대의 상태를 알 수 없음/,
    );
    expect(dead?.getAttribute('href')).toBe('/current/error/liveerror?startTime=any&open=3');
    expect(worn?.textContent).toContain('필터 15일 안에 수명이 끝납니다');
    expect(worn?.getAttribute('href')).toBe('/monitoring/purifier/9');
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

  it('folds to the first lines, counts each kind, and unfolds', async () => {
    const rooms = [1, 2, 3, 4].map((id) => air({ meter_id: id, name: `교실 ${id}` }));
    const counts = { ...nothing, VERY_BAD: 4, FILTER: 60 };
    fakeApi({ [PATH]: () => ({ body: answer([...rooms, filter], { counts }) }) });
    show();
    await screen.findByText('교실 1');
    expect(await links()).toHaveLength(3);
    expect((await banner()).textContent).toContain('매우 나쁨 4필터 60');
    fireEvent.click(screen.getByRole('button', { name: '모두 5건 보기' }));
    expect(await links()).toHaveLength(5);
    screen.getByText(/나머지 59건/);
    fireEvent.click(screen.getByRole('button', { name: '접기' }));
    expect(await links()).toHaveLength(3);
  });

  it('does not change its order under the reader, but shows new values at once', async () => {
    const first = air({ meter_id: 1, name: '교실 1' });
    const second = air({ meter_id: 2, name: '교실 2', value: 80 });
    const answers = [answer([{ ...second, value: 120 }, first]), answer([first, second])];
    fakeApi({ [PATH]: () => ({ body: answers.length > 1 ? answers.pop() : answers[0] }) });
    const { client } = show();
    fireEvent.pointerMove((await screen.findByText('교실 1')) as Element);
    await client.refetchQueries({ queryKey: KEYS.attention() });
    await screen.findByText('120.0');
    expect((await links()).map((link) => link.querySelector('b')?.textContent)).toEqual(['교실 1', '교실 2']);
  });

  it('is calm without items, and shows "all is well" only if every meter reports', async () => {
    const meters = { ...sampleCard().meters, online: 18 };
    const answers = [answer([]), answer([], { meters })];
    fakeApi({ [PATH]: () => ({ body: answers.pop() }) });
    const { client } = show();
    await screen.findByText('모두 양호합니다');
    screen.getByText('측정기 18대 가운데 18대 수신 중');
    await client.refetchQueries({ queryKey: KEYS.attention() });
    await screen.findByText('지금 살펴볼 곳이 없습니다');
  });

  it('says so when it cannot be loaded, and how old it is when it could before', async () => {
    const failed = { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: 'x', errors: {} } };
    const answers = [failed, { body: answer([air()]) }, failed];
    fakeApi({ [PATH]: () => answers.pop() ?? failed });
    const { client } = show();
    fireEvent.click(await screen.findByRole('button', { name: '다시 시도' }));
    await screen.findByText('조리실');
    await client.refetchQueries({ queryKey: KEYS.attention() });
    expect((await screen.findByRole('status')).textContent).toMatch(/기준: 그 뒤로 새 값을 받지 못했습니다/);
    screen.getByText('조리실');
  });
});
