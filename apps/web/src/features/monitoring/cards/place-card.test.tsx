// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleCard } from '../testing/sample-card.ts';
import { showAt } from '../testing/show-at.tsx';
import { PlaceCard } from './place-card.tsx';

const SLOT = '2026-11-21T05:00:00Z';

async function show(change: Parameters<typeof sampleCard>[0] = {}, view: 'agency' | 'meter' = 'agency') {
  showAt(
    '/monitoring/agency?organization=%ED%95%9C',
    <PlaceCard view={view} card={sampleCard(change)} slot={SLOT} whole />,
  );
  return screen.findByRole('link');
}

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('PlaceCard', () => {
  it('shows the grade by colour, by shape and by word', async () => {
    const card = await show();
    const chip = within(card).getAllByText('나쁨')[0]?.closest('[data-tone]');
    expect(chip?.getAttribute('data-tone')).toBe('4');
    // The triangle of "bad".
    expect(chip?.querySelector('svg path')?.getAttribute('d')).toBe('M8 2 15 14H1Z');
    expect(chip?.textContent).toBe('나쁨');
  });

  it('is one link to what lies below, and takes the filters along', async () => {
    const card = await show();
    expect(card.getAttribute('href')).toBe('/monitoring/grade/1?organization=%ED%95%9C');
    expect(card.querySelector('a, button')).toBeNull();
  });

  it('says where it is worst, what a mean hides, what is silent, and since when it rises', async () => {
    const { textContent } = await show();
    expect(textContent).toContain('가장 나쁜 곳3학년 2반· CO₂ 1,624 ppm');
    expect(textContent).toContain('매우 나쁨 1');
    expect(textContent).toContain('측정기 17 / 18');
    expect(textContent).toContain('수신 없음 1');
    expect(textContent).toContain('부터 상승 +72');
  });

  it('marks a week that was made of too little, and only that one', async () => {
    const card = await show();
    const thin = within(card).getByTitle('수신율 41 %: 비교에 쓰기에는 값이 부족합니다');
    expect(thin.textContent).toContain('≈79');
    expect(card.querySelectorAll('[data-incomplete]')).toHaveLength(1);
  });

  it('shows nothing as current where nothing is', async () => {
    const card = await show({ index: null, grade: null, worst: null, last_time: null, trend: [null, null], weeks: [] });
    expect(within(card).getByText('수신 없음').getAttribute('data-tone')).toBe('0');
    expect(card.textContent).toContain('아직 수신한 적이 없습니다');
    expect(card.textContent).toContain('–지수 없음');
  });

  it('of a meter needs no count of meters', async () => {
    const meters = { total: 1, online: 1, stale: 0, VERY_GOOD: 0, GOOD: 0, NORMAL: 0, BAD: 1, VERY_BAD: 0 };
    const card = await show({ above: ['한빛', '본관'], children: 9, meters }, 'meter');
    expect(card.getAttribute('href')).toContain('/monitoring/sensor/1');
    expect(card.textContent).toContain('한빛 ·본관');
    expect(card.textContent).not.toContain('1 / 1');
  });
});
