// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queriesOf } from '../../../lib/api/query-keys.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { applyEvent } from '../live/use-monitoring-live.ts';
import { sampleCard, sampleCards } from '../testing/sample-card.ts';
import { showAt } from '../testing/show-at.tsx';
import { CardsScreen } from './cards-screen.tsx';

const PATH = 'GET /api/v1/monitoring/cards/agency';
const good = { total: 1, online: 1, stale: 0, never: 0, VERY_GOOD: 0, GOOD: 1, NORMAL: 0, BAD: 0, VERY_BAD: 0 };
const list = sampleCards([
  sampleCard(),
  sampleCard({ id: 2, name: '서울중앙병원', index: 30, grade: 'GOOD', worst: null, meters: good }),
]);

const names = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const show = (address = '/monitoring/agency') => showAt(address, <CardsScreen view="organizations" id={undefined} />);

beforeEach(async () => {
  vi.stubGlobal('scrollTo', () => undefined);
  await speakInTests('ko');
  beginSession(sampleSession({ authority: 'LOCAL_ADMIN', organization_code: '00000012' }));
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

describe('CardsScreen', () => {
  it('shows the loaded cards, then live changes', async () => {
    fakeApi({ [PATH]: () => ({ body: list }) });
    const { client } = show();
    await screen.findByText('서울중앙병원');
    expect(names()).toEqual(['지금 공기', '한빛초등학교', '서울중앙병원']);
    // Under a pointer the order stays, however long the machine takes.
    fireEvent.pointerMove(screen.getByText('한빛초등학교'));
    const { name: _n, above: _a, first_child: _f, children: _c, weeks: _w, ...now } = sampleCard();
    applyEvent(
      client,
      { view: 'organizations', id: undefined },
      {
        type: 'cards',
        time: '2026-11-21T05:00:05Z',
        meters: list.meters,
        cards: [{ ...now, id: 2, index: 301, grade: 'VERY_BAD', meters: { ...good, GOOD: 0, VERY_BAD: 1, BAD: 5 } }],
      },
    );
    await screen.findByText('301');
    // It is the worst now, but the list keeps its order.
    expect(names()).toEqual(['지금 공기', '한빛초등학교', '서울중앙병원']);
  });

  it('applies the filters of the address, and removes them one by one', async () => {
    fakeApi({ [PATH]: () => ({ body: list }) });
    const { router } = show('/monitoring/agency?grade=VERY_BAD&office=x');
    await screen.findByText('한빛초등학교');
    expect(names()).toEqual(['지금 공기', '한빛초등학교']);
    fireEvent.click(screen.getByRole('button', { name: '매우 나쁨 조건 지우기' }));
    await screen.findByText('서울중앙병원');
    expect(router.state.location.search).toEqual({ office: 'x' });
    fireEvent.click(screen.getByRole('button', { name: '모두 지우기' }));
    await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  });

  it('shows a message for a missing item, and leads up', async () => {
    fakeApi({ [PATH]: () => ({ status: 404, body: { code: 'INVALID_VIEW', message: 'x', errors: {} } }) });
    show();
    await screen.findByText('항목을 찾을 수 없습니다');
    // The user sees one organization only: its offices are the way up.
    expect(screen.getByRole('link', { name: '본부 화면으로' }).getAttribute('href')).toBe('/monitoring/grade/2');
    cleanup();
    beginSession(sampleSession({ authority: 'SUPER_USER' }));
    show();
    expect((await screen.findByRole('link', { name: '기관 화면으로' })).getAttribute('href')).toBe(
      '/monitoring/agency',
    );
  });

  it('tries again when the first load failed', async () => {
    const answers = [{ status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: '문제', errors: {} } }];
    fakeApi({ [PATH]: () => answers.pop() ?? { body: list } });
    show();
    await screen.findByText('오류 코드 INTERNAL_SERVER_ERROR');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await screen.findByText('한빛초등학교');
  });

  it('keeps its data when the server is unreachable, with their age', async () => {
    const answers = [{ body: list }];
    fakeApi({ [PATH]: () => answers.pop() ?? { status: 500, body: { code: 'X', message: '문제', errors: {} } } });
    const { client } = show();
    await screen.findByText('한빛초등학교');
    await client.refetchQueries(queriesOf('monitoring'));
    expect((await screen.findByRole('alert')).textContent).toMatch(
      /^서버에서 새 값을 받지 못해 .*전 값을 보여 줍니다\.다시 시도$/,
    );
    expect(screen.getByText('한빛초등학교')).toBeDefined();
  });

  it('shows how to send a first reading where there is no meter at all', async () => {
    const none = { ...good, total: 0, online: 0, GOOD: 0 };
    fakeApi({ [PATH]: () => ({ body: sampleCards([sampleCard({ meters: none })], { meters: none }) }) });
    show();
    await screen.findByText('첫 측정값을 보내 보세요');
    expect(screen.getByText(/^npm run device -- add --organization 00000012 --office "본관"/)).toBeDefined();
    expect(screen.getAllByText(/airdeck\/v1\/00000012\/A1-0001\/readings/)).toHaveLength(2);
    expect(screen.getAllByRole('button', { name: /복사$/ })).toHaveLength(3);
  });

  it('refers users without the right to register to an administrator', async () => {
    beginSession(sampleSession({ authority: 'LOCAL_USER' }));
    const none = { ...good, total: 0, online: 0, GOOD: 0 };
    fakeApi({ [PATH]: () => ({ body: sampleCards([], { meters: none }) }) });
    show();
    await screen.findByText(/관리자에게 측정기 등록을 요청/);
    expect(screen.queryByText(/npm run device/)).toBeNull();
  });
});
