// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleCard } from '../testing/sample-card.ts';
import { showAt } from '../testing/show-at.tsx';
import { PlaceCard } from './place-card.tsx';

const SLOT = '2026-11-21T05:00:00Z';
const SINCE = '2026-11-21T04:20:00Z';

async function show(change: Parameters<typeof sampleCard>[0] = {}, view: 'organizations' | 'meter' = 'organizations') {
  showAt(
    '/monitoring/agency?organization=%ED%95%9C',
    <PlaceCard view={view} card={sampleCard(change)} slot={SLOT} whole />,
  );
  const card = (await screen.findByRole('heading', { level: 2 })).closest('article');
  if (card === null) throw new Error('no card');
  return card;
}

beforeEach(async () => {
  // Only the clock is faked: timers keep running.
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('PlaceCard', () => {
  it('wears the grade of its worst meter; the mean has a chip, by colour, shape and word', async () => {
    const card = await show();
    expect(card.getAttribute('data-tone')).toBe('5');
    const chip = within(card).getAllByText('나쁨').at(-1)?.closest('[data-tone]');
    expect(chip?.getAttribute('data-tone')).toBe('4');
    // The triangle of "bad".
    expect(chip?.querySelector('svg path')?.getAttribute('d')).toBe('M8 2 15 14H1Z');
    expect(chip?.textContent).toBe('나쁨');
  });

  it('says who takes care of its alarms', async () => {
    vi.setSystemTime(Date.parse(SINCE));
    await show({ handling: { alarms: 3, handled: 1, by: '김민수', at: SINCE } });
    expect(screen.getByText(/^처리 중 1\/3: 김민수 \d\d:20$/).parentElement?.title).toMatch(
      /^3건 중 1건 처리 중: 김민수/,
    );
    cleanup();
    await show({ handling: { alarms: 2, handled: 2, by: '김민수', at: SINCE } });
    expect(screen.getByText(/^처리 중 2\/2: 김민수/).parentElement?.title).toMatch(/^2건 모두 처리 중: 김민수/);
    cleanup();
    await show();
    expect(screen.queryByText(/처리 중/)).toBeNull();
  });

  it('opens what lies below, and its worst meter by a link of its own; both take the filters along', async () => {
    const card = await show();
    const links = within(card).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['한빛초등학교', '/monitoring/grade/1?organization=%ED%95%9C'],
      ['3학년 2반', '/monitoring/sensor/7?organization=%ED%95%9C'],
    ]);
    expect(card.querySelector('a a')).toBeNull();
  });

  it('shows first the worst place, its grade and since when; then the spread and silent meters', async () => {
    vi.setSystemTime(Date.parse(SINCE) + 37 * 60_000);
    const { textContent } = await show();
    expect(textContent).toContain('가장 나쁜 곳3학년 2반CO₂ 1,624 ppm매우 나쁨 · ');
    expect(textContent).toMatch(/\d\d:\d\d부터 37분째/);
    expect(textContent?.indexOf('1,624')).toBeLessThan(textContent?.indexOf('실내공기질 지수') ?? 0);
    expect(textContent).toContain('매우 나쁨 1');
    expect(textContent).toContain('측정기 17 / 18');
    expect(textContent).toContain('수신 없음 1');
    expect(textContent).toContain('같은 시간대 평균 · 15:00까지');
  });

  it.each([
    ['GAP', '부터 37분째 (그 전에는 수신 없음)'],
    ['EARLIER', '7일 넘게'],
  ] as const)('says what lies before: %s', async (begins, text) => {
    vi.setSystemTime(Date.parse(SINCE) + (begins === 'GAP' ? 37 * 60_000 : 7.5 * 86_400_000));
    const { worst } = sampleCard();
    const { textContent } = await show({ worst: worst && { ...worst, since: { time: SINCE, begins } } });
    expect(textContent).toContain(text);
  });

  it('marks a week that was made of too little, and only that one', async () => {
    const card = await show();
    const thin = within(card).getByTitle('수신율 41 %: 비교에 쓰기에는 값이 부족합니다');
    expect(thin.textContent).toContain('≈79');
    expect(card.querySelectorAll('[data-incomplete]')).toHaveLength(1);
  });

  it('marks a week whose mean includes maintenance', async () => {
    const weeks = sampleCard().weeks.map((week) =>
      week.weeks_ago === 0 ? { ...week, maintenance: true as const } : week,
    );
    const card = await show({ weeks });
    const mark = within(card).getByTitle('점검 시간이 포함된 평균입니다');
    expect(mark.parentElement?.textContent).toContain('118');
  });

  it('shows nothing as current where nothing is', async () => {
    const nothing = { index: null, grade: null, worst: null, last_time: null, trend: [null, null], weeks: [] };
    const meters = { ...sampleCard().meters, online: 0 };
    const card = await show({ ...nothing, meters });
    expect(within(card).getByText('수신 없음').getAttribute('data-tone')).toBe('0');
    expect(card.textContent).toContain('아직 수신한 적이 없습니다');
    expect(card.textContent).toContain('–지수 없음');
  });

  it('a place that reports types without grades only is not silent', async () => {
    const card = await show({ index: null, grade: null, worst: null });
    expect(within(card).getByText('등급 없음')).toBeTruthy();
    expect(within(card).queryByText('수신 없음')).toBeNull();
  });

  it('of a meter needs no count of meters', async () => {
    const meters = { total: 1, online: 1, stale: 0, never: 0, VERY_GOOD: 0, GOOD: 0, NORMAL: 0, BAD: 1, VERY_BAD: 0 };
    const card = await show({ above: ['한빛', '본관'], children: 9, meters }, 'meter');
    expect(within(card).getByRole('link').getAttribute('href')).toContain('/monitoring/sensor/1');
    expect(card.textContent).toContain('한빛 ·본관');
    expect(card.textContent).not.toContain('1 / 1');
  });
});
