// @vitest-environment jsdom
import { cleanup, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { stubCanvas } from '../../../testing/stub-canvas.ts';
import { sampleMeter, sampleMeters } from '../testing/sample-meter.ts';
import {
  sampleAverage,
  samplePage,
  samplePlaceAverage,
  sampleReading,
  sampleSpan,
  sampleSummary,
} from '../testing/sample-rows.ts';
import { sampleLine } from '../testing/sample-series.ts';
import { showHistory } from '../testing/show-history.tsx';

vi.mock('echarts/core', () => import('../../../testing/stub-canvas.ts'));

// Queries by role are slow in jsdom, especially for visible elements, and the machine may be busy.
configure({ defaultHidden: true });

const API = 'GET /api/v1/history';
const NOW = new Date('2026-11-21T14:30:00+09:00');
const choices = (meters = sampleMeters()) => ({ [`${API}/choices`]: () => ({ body: { meters } }) });
const rows = (path: string, body: unknown) => ({ [`${API}/${path}`]: () => ({ body }) });

/** Queries of the requested lists, oldest first. */
const askedOf = (sent: readonly { url: string }[], path: string) =>
  sent
    .filter(({ url }) => url.startsWith(`/api/v1/history/${path}?`))
    .map(({ url }) => Object.fromEntries(new URLSearchParams(url.split('?')[1])));

async function pick(label: string, option: string | RegExp) {
  const field = await screen.findByRole('combobox', { name: new RegExp(`^${label}`) });
  if (field.getAttribute('aria-expanded') !== 'true') fireEvent.mouseDown(field);
  fireEvent.click(await screen.findByRole('option', { name: option }));
}
const unfold = async () => fireEvent.click(await screen.findByRole('button', { name: '조건 바꾸기' }));
const search = () => fireEvent.click(screen.getByRole('button', { name: '검색' }));

beforeEach(async () => {
  stubCanvas();
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('past meters', () => {
  it('are offered after the others, and marked', async () => {
    const past = [
      sampleMeter({ id: 8, name: '창고', past_state: 'UNUSED' }),
      sampleMeter({ id: 9, name: '복도', past_state: 'DELETED' }),
    ];
    fakeApi({ ...choices([sampleMeter(), ...past]), ...rows('meter-readings', samplePage([])) });
    showHistory('instrument');
    fireEvent.mouseDown(await screen.findByRole('combobox', { name: /^측정기/ }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered.slice(-2)).toEqual(['창고 (사용 안 함)', '복도 (삭제됨)']);
  });
});

describe('before a search', () => {
  it('shows what to choose, and the kind of values', async () => {
    fakeApi(choices());
    showHistory('instrument');
    await screen.findByText('먼저 측정기를 골라 주세요');
    expect(screen.getByText('측정값')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Excel / CSV' }).disabled).toBe(true);
  });

  it('explains a search without a meter, at the field, and asks for nothing', async () => {
    const sent = fakeApi(choices());
    showHistory('instrument');
    await screen.findByText('먼저 측정기를 골라 주세요');
    search();
    await screen.findByText('측정기를 하나 이상 골라야 검색할 수 있습니다.');
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^측정기/ }));
    expect(askedOf(sent, 'meter-readings')).toEqual([]);
  });

  it('chooses the only meter there is, and offers no organization to pick', async () => {
    fakeApi({ ...choices([sampleMeter()]), ...rows('meter-readings', samplePage([sampleReading()])) });
    const { router } = showHistory('instrument');
    await screen.findByRole('button', { name: '로비' });
    expect(screen.queryByRole('combobox', { name: '기관' })).toBeNull();
    search();
    await waitFor(() => expect(router.state.location.searchStr).toBe('?organization=2&office=3&department=4&meter=7'));
  });

  it('shows a message when there is nothing to choose', async () => {
    fakeApi(choices([sampleMeter({ purifiers: [] })]));
    showHistory('currentair');
    await screen.findByText('아직 공기청정기가 없습니다');
  });

  it('shows that it is loading, and a failure with its code and another try', async () => {
    const failed = { status: 500, body: { code: 'INTERNAL_SERVER_ERROR', message: '문제', errors: {} } };
    const answers = [failed];
    fakeApi({ [`${API}/choices`]: () => answers.pop() ?? { body: { meters: sampleMeters() } } });
    showHistory('instrument');
    await screen.findByRole('status', { name: '불러오는 중' });
    await screen.findByText('오류 코드 INTERNAL_SERVER_ERROR');
    fireEvent.click(screen.getByRole('button', { name: '다시 시도' }));
    await screen.findByText('먼저 측정기를 골라 주세요');
  });
});

describe('a search', () => {
  it('counts at once, like the period; Search ends the choosing, and Back what it changed', async () => {
    const sent = fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()], 1440)) });
    const { router } = showHistory('instrument');
    await pick('기관', '한빛초등학교');
    await screen.findByText('1,440건');
    expect(askedOf(sent, 'meter-readings')).toMatchObject([{ organizationId: '2' }]);
    await pick('측정기', '교무실');
    const url =
      '/api/v1/history/meter-readings?meterId=8&startTime=2026-11-21&endTime=2026-11-21&step=each&page=0&size=12&sort=time%2CDESC';
    await waitFor(() => expect(sent.map((each) => each.url)).toContain(url));
    // The places above the meter are filled in.
    const asked = Object.fromEntries(new URLSearchParams(router.state.location.searchStr));
    expect(asked).toEqual({ organization: '2', office: '3', department: '4', meter: '8' });
    search();
    await waitFor(() => expect(screen.queryByRole('combobox', { name: /^측정기/ })).toBeNull());
    expect(screen.getByText('한빛초등학교 › 본관 › 1층')).toBeDefined();
    router.history.back();
    await screen.findByText('먼저 측정기를 골라 주세요');
  });

  it('takes all meters of a place without naming them', async () => {
    const sent = fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()])) });
    showHistory('instrument');
    await pick('부서', /^1층/);
    await screen.findByText('1건');
    expect(screen.getByRole('button', { name: '1층의 모든 측정기 (2대)' })).toBeDefined();
    expect(askedOf(sent, 'meter-readings')).toMatchObject([{ organizationId: '2', officeId: '3', departmentId: '4' }]);
    expect(askedOf(sent, 'meter-readings')[0]?.meterId).toBeUndefined();
  });

  it('keeps the previous result with a hint while no meter is selected', async () => {
    fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()])) });
    showHistory('instrument?meter=7');
    await screen.findByText('1건');
    await unfold();
    fireEvent.keyDown(screen.getByRole('combobox', { name: /^측정기/ }), { key: 'Backspace' });
    await screen.findByText(/아래는 아직 이전 선택의 결과입니다/);
    expect(screen.getByText('1건')).toBeDefined();
    await pick('측정기', '교무실');
    await waitFor(() => expect(screen.queryByText(/아래는 아직 이전 선택의 결과입니다/)).toBeNull());
  });
});

describe('one click', () => {
  const tree = (grades: Record<number, string>) => ({
    'GET /api/v1/monitoring/tree': () => ({
      body: {
        nodes: Object.entries(grades).map(([id, grade]) => ({
          ...{ kind: 'meter', id: Number(id), name: '', parent_id: 4, meters: 1 },
          grade,
        })),
      },
    }),
  });

  it('leads to the bad meters, worst first', async () => {
    fakeApi({
      ...choices(),
      ...tree({ 7: 'BAD', 8: 'GOOD', 9: 'VERY_BAD' }),
      ...rows('meter-readings', samplePage([sampleReading()])),
    });
    const { router } = showHistory('instrument');
    const group = await screen.findByRole('region', { name: '지금 나쁜 곳' });
    await waitFor(() => expect(within(group).getAllByRole('button')).toHaveLength(2));
    const [worst] = within(group).getAllByRole('button');
    expect(worst?.textContent).toBe('매우 나쁨체육관한빛초등학교 › 별관 › 체육관 1층');
    if (worst) fireEvent.click(worst);
    await screen.findByText('1건');
    expect(router.state.location.searchStr).toBe('?organization=2&office=30&department=40&meter=9');
    // The answer is what one came for.
    expect(screen.queryByRole('combobox', { name: /^측정기/ })).toBeNull();
  });

  it('leads to the recent choices of this user, and to all meters', async () => {
    fakeApi({ ...choices(), ...tree({ 7: 'GOOD' }), ...rows('meter-readings', samplePage([sampleReading()])) });
    localStorage.setItem('history.recent.999', JSON.stringify({ meter: [{ meter: [50] }] }));
    const first = showHistory('instrument?meter=8');
    await screen.findByText('1건');
    first.router.history.push('/current/current/instrument');
    const group = await screen.findByRole('region', { name: '최근에 본 곳' });
    expect(
      within(group)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['교무실한빛초등학교 › 본관 › 1층']);
    await screen.findByText('지금 나쁨 이상인 측정기가 없습니다.');
    fireEvent.click(within(group).getByRole('button'));
    await screen.findByText('1건');
    expect(first.router.state.location.searchStr).toBe('?organization=2&office=3&department=4&meter=8');
    first.router.history.push('/current/current/instrument');
    fireEvent.click(await screen.findByRole('button', { name: '한빛초등학교 전체' }));
    await screen.findByText('1건');
    expect(first.router.state.location.searchStr).toBe('?organization=2&meter=all');
  });
});

describe('averages of a level', () => {
  const department = samplePlaceAverage();
  const api = () =>
    fakeApi({
      ...choices(),
      ...rows('place-averages', samplePage([department])),
      ...rows('averages-summary', sampleSummary()),
    });

  it('are rows with their worst meter and how many meters they are made of, and the whole period below', async () => {
    const sent = api();
    showHistory('instrumenta?organization=2&meter=all&level=department&step=day');
    await screen.findByRole('columnheader', { name: '가장 나쁜 측정기' });
    const whole = await screen.findByRole('row', { name: /^기간 전체/ });
    expect(whole.textContent).toContain('2 / 3대');
    expect(whole.textContent).toContain('640');
    const row = screen.getAllByRole('row').at(-1);
    expect(row?.textContent).toContain('1층');
    expect(row?.textContent).toContain('교무실 162');
    expect(row?.textContent).toContain('2 / 3대나쁨 이상 1대');
    expect(askedOf(sent, 'place-averages')).toMatchObject([{ level: 'department', organizationId: '2', unit: 'day' }]);
    expect(askedOf(sent, 'averages-summary')).toMatchObject([{ level: 'department', organizationId: '2' }]);
  });

  it('say that the whole period includes maintenance', async () => {
    fakeApi({
      ...choices(),
      ...rows('place-averages', samplePage([department])),
      ...rows('averages-summary', sampleSummary({ maintenance: true })),
    });
    showHistory('instrumenta?organization=2&meter=all&level=department&step=day');
    await screen.findByRole('row', { name: /^기간 전체 \(점검 포함\)/ });
  });

  it('are one choice away, and say how they are made', async () => {
    const sent = api();
    const { router } = showHistory('instrumenta?meter=7&sort=CO2,ASC&step=day');
    await unfold();
    fireEvent.click(screen.getByRole('radio', { name: '본부별' }));
    await screen.findByText(/측정기마다 평균을 낸 다음/);
    expect(router.state.location.searchStr).toBe('?meter=7&step=day&level=office');
    // All of the office counts, and it is what the screen names.
    expect(screen.getByText('본관 · 2026-11-21 · 본부별 · 일별 평균')).toBeDefined();
    await waitFor(() => expect(askedOf(sent, 'place-averages')).toMatchObject([{ level: 'office', meterId: '7' }]));
  });

  it('are lines with a summary of each', async () => {
    const summary = { mean: 640.5, min: 420, max: 1_880, completeness: 0.5 };
    const line = { id: 4, name: '1층', weeks_ago: 0, interval_s: 60, times: [1_763_650_800], values: [640.5] };
    const answer = {
      ...{ measure: 'CO2', step: 'day', time_zone: 'Asia/Seoul', bounds: [600, 800, 1000, 1500] },
      ...{ start: '2026-11-20T15:00:00Z', end: '2026-11-21T15:00:00Z' },
      maintenance: [],
      series: [{ ...line, min: [420], max: [1_880], completeness: [0.5], meters: 3, summary }],
    };
    const sent = fakeApi({ ...choices(), ...rows('place-series', answer) });
    showHistory('instrumenta?department=4&meter=all&level=department&step=day&view=graph&measure=CO2');
    const table = await screen.findByRole('table', { name: '기간 전체 요약' });
    const cells = within(table).getAllByRole('cell');
    expect(cells.map(({ textContent }) => textContent)).toEqual(['≈ 641', '420', '1,880', '≈ 50 %', '3']);
    expect(within(table).getByRole('rowheader').textContent).toBe('1층');
    const url = sent.find((each) => each.url.includes('/place-series?'))?.url ?? '';
    const params = new URLSearchParams(url.split('?')[1]);
    expect([params.get('level'), params.getAll('placeId'), params.get('step')]).toEqual(['department', ['4'], 'day']);
  });
});

describe('a list', () => {
  const readings = () => fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()], 500)) });

  it('shows times to the second and values with their units', async () => {
    readings();
    showHistory('instrument?meter=7');
    await screen.findByText('2026-11-21 14:00:07');
    expect(screen.getByText('812')).toBeDefined();
    expect(screen.getByRole('columnheader', { name: 'CO₂ ppm' })).toBeDefined();
    // A single meter is named above the list, not in every row.
    expect(screen.queryByRole('columnheader', { name: '측정기' })).toBeNull();
  });

  it('asks for pages and their size, and keeps the page in the address', async () => {
    const sent = readings();
    const { router } = showHistory('instrument?meter=7&size=50&page=2');
    await screen.findByText('500줄 가운데 51~100');
    expect(askedOf(sent, 'meter-readings')).toMatchObject([{ page: '1', size: '50' }]);
    fireEvent.click(screen.getByRole('button', { name: '다음 페이지' }));
    await screen.findByText('500줄 가운데 101~150');
    expect(router.state.location.searchStr).toBe('?meter=7&size=50&page=3');
    expect(askedOf(sent, 'meter-readings').at(-1)).toMatchObject({ page: '2' });
  });

  it('is ordered only by what the server can order by', async () => {
    const sent = readings();
    const { router } = showHistory('instrument?meter=7&page=3');
    await screen.findByText('500건');
    expect(screen.queryByRole('button', { name: /CO₂/ })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /측정 시각/ }));
    await waitFor(() => expect(askedOf(sent, 'meter-readings').at(-1)).toMatchObject({ sort: 'time,ASC', page: '0' }));
    expect(router.state.location.searchStr).toBe('?meter=7&sort=time,ASC');
  });

  it('begins at the first page when the question changes', async () => {
    const sent = readings();
    showHistory('instrument?meter=7&page=3');
    await screen.findByText('500건');
    fireEvent.click(screen.getByRole('radio', { name: '시간별' }));
    await waitFor(() => expect(askedOf(sent, 'meter-readings').at(-1)).toMatchObject({ step: 'hour', page: '0' }));
    await screen.findByText('시간마다 마지막으로 측정한 값만 나옵니다.');
  });

  it('shows the error with its limit, and retries', async () => {
    const body = { code: 'QUESTION_TOO_BIG', message: '기간을 줄여 주세요.', errors: {}, request_id: 'r-7' };
    fakeApi({ ...choices(), [`${API}/meter-readings`]: () => ({ status: 400, body }) });
    showHistory('instrument?meter=7');
    await screen.findByText('기간을 줄여 주세요.');
    expect(screen.getByText('오류 코드 QUESTION_TOO_BIG')).toBeDefined();
    expect(screen.getByText('요청 번호 r-7')).toBeDefined();
  });

  it('explains an empty result, and leads to the newest reading', async () => {
    const sensors = { time: NOW.toISOString(), path: [], meters: [{ id: 7, last_time: '2026-11-10T13:22:05+09:00' }] };
    const sent = fakeApi({
      ...choices(),
      ...rows('meter-readings', samplePage([])),
      'GET /api/v1/monitoring/sensors': () => ({ body: sensors }),
    });
    const { router } = showHistory('instrument?meter=7&period=week');
    await screen.findByText(/로비에서 2026-11-15 ~ 2026-11-21에 측정한 값이 없습니다/);
    await screen.findByText('가장 최근 측정은 2026-11-10 13:22입니다.');
    fireEvent.click(screen.getByRole('button', { name: '그날로 가기' }));
    await waitFor(() =>
      expect(router.state.location.searchStr).toBe('?meter=7&period=free&from=2026-11-10&to=2026-11-10'),
    );
    expect(sent.length).toBeGreaterThan(0);
  });

  it('of averages has means between their extremes, and marks those of too little', async () => {
    fakeApi({
      ...choices(),
      ...rows('meter-averages', samplePage([sampleAverage(), sampleAverage({ meter_id: 8, completeness: 0.41 })])),
    });
    showHistory('instrumenta?meter=7&meter=8');
    await screen.findByText('≈ 812');
    expect(screen.getByText('평균')).toBeDefined();
    expect(screen.getAllByText('2026-11-21 14:00')).toHaveLength(2);
    expect(screen.getAllByText('702~930')).toHaveLength(2);
    expect(screen.getByText(/수신율 41 %/)).toBeDefined();
  });

  it.each([
    ['day', '2026-11-21'],
    ['month', '2026-11'],
    ['year', '2026'],
  ])('writes the start of a %s as %s', async (step, text) => {
    fakeApi({ ...choices(), ...rows('meter-averages', samplePage([sampleAverage()])) });
    showHistory(`instrumenta?meter=7&step=${step}`);
    await screen.findByRole('cell', { name: text });
  });

  it('of purifiers can be of some states alone', async () => {
    const sent = fakeApi({ ...choices(), ...rows('purifier-states', samplePage([sampleSpan()])) });
    const { router } = showHistory('currentair?purifier=700');
    fireEvent.click(await screen.findByRole('checkbox', { name: '고장' }));
    await waitFor(() => expect(askedOf(sent, 'purifier-states').at(-1)).toMatchObject({ workMode: 'TROUBLE' }));
    expect(router.state.location.searchStr).toBe('?purifier=700&mode=TROUBLE');
  });

  it('of purifiers has what they reported and since when', async () => {
    fakeApi({ ...choices(), ...rows('purifier-states', samplePage([sampleSpan()])) });
    showHistory('currentair?purifier=700');
    await screen.findByText('2026-11-21 14:00:00');
    // The row, and the choice of states.
    expect(screen.getAllByText('기기 자동')).toHaveLength(2);
    expect(screen.getByText('40분')).toBeDefined();
    expect(screen.getByText('2026-11-21 14:40:00')).toBeDefined();
  });
});

describe('the period', () => {
  const show = async (address: string) => {
    const sent = fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()])) });
    const shown = showHistory(address);
    await screen.findByText('1건');
    return { ...shown, sent };
  };

  it('steps back and forth, and not into the future', async () => {
    const { sent } = await show('instrument?meter=7');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '다음 기간' }).disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: '이전 기간' }));
    await unfold();
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: '어제' }).checked).toBe(true));
    await waitFor(() => expect(askedOf(sent, 'meter-readings').at(-1)).toMatchObject({ startTime: '2026-11-20' }));
  });

  it('takes typed days when they are right, and says at the field what is wrong', async () => {
    const { sent, router } = await show('instrument?meter=7&period=free&from=2026-11-10&to=2026-11-12');
    await unfold();
    const to = screen.getByRole('textbox', { name: '종료일' });
    fireEvent.change(to, { target: { value: '2026.11.9' } });
    fireEvent.blur(to);
    await screen.findByText('끝 날짜는 시작 날짜와 같거나 뒤여야 합니다.');
    expect(router.state.location.search).toMatchObject({ to: '2026-11-12' });
    fireEvent.change(to, { target: { value: '20261111' } });
    fireEvent.blur(to);
    await waitFor(() => expect(askedOf(sent, 'meter-readings').at(-1)).toMatchObject({ endTime: '2026-11-11' }));
    const from = screen.getByRole('textbox', { name: '시작일' });
    fireEvent.change(from, { target: { value: '2026-11-22' } });
    fireEvent.blur(from);
    await screen.findByText('시작 날짜는 오늘이거나 그 전이어야 합니다.');
  });

  it.each([
    ['2026-02-30', '올바른 날짜가 아닙니다. 예: 2026-01-31'],
    ['', '올바른 날짜가 아닙니다. 예: 2026-01-31'],
    ['2026-11-22', '시작 날짜는 오늘이거나 그 전이어야 합니다.'],
    ['2026-11-13', '끝 날짜는 시작 날짜와 같거나 뒤여야 합니다.'],
  ])('that begins on “%s” is refused by Search, and the old result says whose it is', async (text, message) => {
    const { sent, router } = await show('instrument?meter=7&period=free&from=2026-11-10&to=2026-11-12');
    await unfold();
    const from = screen.getByRole('textbox', { name: '시작일' });
    from.focus();
    fireEvent.change(from, { target: { value: text } });
    fireEvent.blur(from);
    const asked = askedOf(sent, 'meter-readings').length;
    search();
    expect(screen.getByText(message)).toBeDefined();
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
    expect(
      screen.getByText('날짜를 바로잡아야 조회합니다. 아래는 아직 2026-11-10 ~ 2026-11-12의 결과입니다.'),
    ).toBeDefined();
    expect(router.state.location.search).toMatchObject({ from: '2026-11-10', to: '2026-11-12' });
    expect(askedOf(sent, 'meter-readings')).toHaveLength(asked);
    expect(screen.getByText('1건')).toBeDefined();
    // Corrected, it is searched, and the panel closes.
    fireEvent.change(from, { target: { value: '2026-11-11' } });
    fireEvent.blur(from);
    search();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: '시작일' })).toBeNull());
    await waitFor(() => expect(askedOf(sent, 'meter-readings').at(-1)).toMatchObject({ startTime: '2026-11-11' }));
  });

  it('of a link is asked for only when both of its days exist', async () => {
    const sent = fakeApi(choices());
    showHistory('instrument?meter=7&period=free&from=2026-02-30&to=2026-03-02');
    await screen.findByText('기간을 바로잡아 주세요');
    expect(screen.getByRole('textbox', { name: '시작일' }).getAttribute('aria-invalid')).toBe('true');
    expect(askedOf(sent, 'meter-readings')).toEqual([]);
  });

  it('keeps its name in the address, and is written as days in a shared link', async () => {
    const { router } = await show('instrument?meter=7&period=lastMonth&step=day');
    fireEvent.click(screen.getByRole('button', { name: '공유' }));
    const link = new URL((await screen.findByRole<HTMLInputElement>('textbox', { name: '링크' })).value);
    expect(link.origin).toBe(window.location.origin);
    expect(Object.fromEntries(link.searchParams)).toEqual({
      ...{ meter: '7', step: 'day', period: 'free', from: '2026-10-01', to: '2026-10-31' },
    });
    expect(
      screen.getByText('날짜를 고정한 링크입니다. 나중에 열어도 2026-10-01 ~ 2026-10-31의 값을 보여 줍니다.'),
    ).toBeDefined();
    expect(router.state.location.search).toMatchObject({ period: 'lastMonth' });
  });

  it('opens with its own chip, and folds back to it', async () => {
    await show('instrument?meter=7&period=week');
    const chip = screen.getByRole('button', { name: '기간: 7일 2026-11-15 ~ 2026-11-21', expanded: false });
    fireEvent.click(chip);
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: '7일' }));
    fireEvent.click(screen.getByRole('button', { name: '접기' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^기간: 7일/ }));
  });

  it('of a link that is wrong is not asked for', async () => {
    const sent = fakeApi(choices());
    showHistory('instrument?meter=7&period=free&from=2026-11-12&to=2026-11-10');
    await screen.findByText('기간을 바로잡아 주세요');
    expect(askedOf(sent, 'meter-readings')).toEqual([]);
  });

  it('is one of the days of the meter, wherever the browser is', async () => {
    const sent = fakeApi({
      ...choices([sampleMeter({ time_zone: 'Pacific/Kiritimati' })]),
      ...rows('meter-readings', samplePage([sampleReading()])),
    });
    showHistory('instrument?meter=7');
    await screen.findByText('1건');
    // 14:30 in Seoul is 19:30 there.
    expect(askedOf(sent, 'meter-readings')).toMatchObject([{ startTime: '2026-11-21' }]);
  });
});

describe('a week', () => {
  it('marks the hours with maintenance, in the cell, in its card and in the legend', async () => {
    const hours = <T,>(value: T, at6: T) => Array.from({ length: 168 }, (_, at) => (at === 6 ? at6 : value));
    const answer = {
      ...{ id: 7, name: '로비', measure: 'INDEX', time_zone: 'Asia/Seoul', bounds: [25, 50, 100, 250] },
      ...{ start: '2026-11-14T15:00:00Z', end: '2026-11-21T15:00:00Z' },
      ...{ mean: hours(40, 90), max: hours(50, 95), completeness: hours(1, 1), maintenance: hours(false, true) },
    };
    fakeApi({ ...choices(), ...rows('meter-week', answer) });
    showHistory('instrumenta?meter=7&view=week&period=week');
    const table = await screen.findByRole('table', { name: /요일과 시간별 평균/ });
    const cells = table.querySelectorAll<HTMLElement>('[data-maintenance]');
    expect([...cells].map(({ dataset }) => dataset.at)).toEqual(['6']);
    expect(cells[0]?.textContent).toContain('점검 시간 포함');
    expect(screen.getByText('점검 시간 포함', { selector: 'li' })).toBeDefined();
    fireEvent.focus(cells[0] as HTMLElement);
    expect(await screen.findByText('점검 시간 포함', { selector: 'p' })).toBeDefined();
  });
});

describe('the share of a week beyond the limit', () => {
  it('is shown and spoken beside the mean, with the limit and its source', async () => {
    const every = <T,>(value: T) => Array.from({ length: 168 }, () => value);
    const answer = {
      ...{ id: 7, name: '로비', measure: 'CO2', time_zone: 'Asia/Seoul', bounds: [600, 800, 1000, 1500] },
      ...{ start: '2026-10-31T15:00:00Z', end: '2026-11-21T15:00:00Z', maintenance: every(false), days: [] },
      ...{ mean: every(700), max: every(1950), completeness: every(1) },
      beyond: every(0).map((value, at) => (at === 30 ? 0.333 : value)),
      limit: { most: 1000, least: null, pack: null, source: null, draft: false },
    };
    fakeApi({ ...choices(), ...rows('meter-week', answer) });
    showHistory('instrumenta?meter=7&view=week&measure=CO2&heat=beyond&period=free&from=2026-11-01&to=2026-11-21');
    const table = await screen.findByRole('table', { name: 'CO₂ · 요일과 시간별 기준을 벗어난 시간의 비율' });
    const cell = table.querySelector<HTMLElement>('button[data-at="30"]') ?? expect.unreachable();
    expect(cell.textContent).toBe('33 % 기준을 벗어난 시간, 평균 700 ppm, 최고 1,950 ppm, 수신율 100 %');
    expect(cell.tabIndex).toBe(0);
    expect(screen.getByText(/6~7시: 기준을 벗어난 시간 33 %로 가장 많습니다/)).toBeDefined();
    expect(screen.getByText(/CO₂ ≤ 1,000 ppm · 기관이 정한 나쁨 기준/)).toBeDefined();
    fireEvent.click(screen.getByRole('radio', { name: '평균' }));
    await waitFor(() => expect(cell.textContent).toContain('700 ppm'));
  });
});

describe('the week of a place', () => {
  it('asks for the place, and a cell leads to the newest such day with the weeks before it', async () => {
    const every = <T,>(value: T) => Array.from({ length: 168 }, () => value);
    const answer = {
      ...{ id: 3, name: '본관', measure: 'CO2', time_zone: 'Asia/Seoul', bounds: [600, 800, 1000, 1500] },
      ...{ start: '2026-10-31T15:00:00Z', end: '2026-11-21T15:00:00Z', maintenance: every(false) },
      mean: every(700).map((value, at) => (at === 30 ? 900 : value)),
      ...{ max: every(950), completeness: every(1) },
    };
    const meters = [sampleMeter({ id: 7, office_id: 3, office_name: '본관' })];
    const sent = fakeApi({ ...choices(meters), ...rows('place-week', answer) });
    const { router } = showHistory(
      'instrumenta?meter=7&view=week&level=office&measure=CO2&period=free&from=2026-11-01&to=2026-11-21',
    );
    const table = await screen.findByRole('table', { name: /요일과 시간별 평균/ });
    // Tuesday 06:00, the highest.
    const cell = table.querySelector<HTMLElement>('button[data-at="30"]') ?? expect.unreachable();
    expect(cell.textContent).toBe('900 ppm, 보통, 최고 950 ppm, 수신율 100 %');
    expect(askedOf(sent, 'place-week')).toMatchObject([{ level: 'office', placeId: '3', measure: 'CO2' }]);
    fireEvent.click(cell);
    await waitFor(() =>
      expect(router.state.location.search).toMatchObject({
        ...{ view: 'graph', step: 'hour', from: '2026-11-17', to: '2026-11-17', series: '3', weeks: ['1', '2'] },
      }),
    );
  });
});

describe('a graph', () => {
  const series = {
    measure: 'INDEX',
    step: 'each',
    time_zone: 'Asia/Seoul',
    start: '2026-11-20T15:00:00Z',
    end: '2026-11-21T15:00:00Z',
    bounds: [25, 50, 100, 250],
    maintenance: [],
    series: [],
  };

  it('asks for three at most, with the weeks that are compared', async () => {
    const sent = fakeApi({ ...choices(), ...rows('meter-series', series) });
    showHistory('instrument?organization=2&meter=all&view=graph&weeks=1&weeks=3');
    await screen.findByRole('radio', { name: 'CO₂' });
    const query = sent.find(({ url }) => url.includes('/meter-series?'))?.url ?? '';
    const params = new URLSearchParams(query.split('?')[1]);
    expect(params.getAll('meterId')).toEqual(['7', '8', '9']);
    expect(params.getAll('weeksAgo')).toEqual(['1', '3']);
    expect(params.get('measure')).toBe('INDEX');
  });

  it('of many series refuses a fourth in its picker, and says why', async () => {
    const meters = Array.from({ length: 10 }, (_, i) => sampleMeter({ id: i + 1, name: `${i + 1}반` }));
    const lines = [1, 2, 3].map((id) => sampleLine({ id, name: `${id}반` }));
    fakeApi({ ...choices(meters), ...rows('meter-series', { ...series, series: lines }) });
    const { router } = showHistory('instrument?organization=2&meter=all&view=graph');
    await screen.findByRole('figure');
    expect(screen.getByText('10개 가운데 3개')).toBeDefined();
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '그릴 항목' }));
    const fourth = await screen.findByRole('option', { name: '4반' });
    expect(fourth.getAttribute('aria-disabled')).toBe('true');
    const reason = document.getElementById(fourth.getAttribute('aria-describedby') ?? '');
    expect(reason?.textContent).toBe('한 번에 3개까지 그릴 수 있습니다. 다른 하나를 먼저 끄세요.');
    fireEvent.click(screen.getByRole('option', { name: '2반' }));
    await screen.findByText('10개 가운데 2개');
    expect(screen.getByRole('option', { name: '4반' }).getAttribute('aria-disabled')).toBe('false');
    fireEvent.click(screen.getByRole('option', { name: '4반' }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ series: ['1', '3', '4'] }));
  });

  it('of months cannot be compared with weeks, and explains why', async () => {
    fakeApi({ ...choices(), ...rows('meter-series', { ...series, step: 'month' }) });
    showHistory('instrumenta?meter=7&view=graph&weeks=1&step=month&period=month');
    await screen.findByText('월별과 연별에서는 지난 주와 비교할 수 없습니다.');
    const week = screen.getByRole<HTMLInputElement>('checkbox', { name: '1주 전' });
    expect(week.checked).toBe(false);
    expect(week.matches(':disabled')).toBe(true);
  });
});

it('a link to the averages carries places, period and step along', async () => {
  fakeApi({ ...choices(), ...rows('sensor-readings', samplePage([])) });
  showHistory('sensorcur?department=4&meter=all&type=CO2&period=week&step=day&page=2');
  const link = await screen.findByRole('link', { name: '평균 보기' });
  expect(link.getAttribute('href')).toBe(
    '/current/current/sensoravg?department=4&meter=all&type=CO2&step=day&period=week',
  );
});

it.each([true, false])('folds its conditions once there is an answer; on a phone: %s', async (matches) => {
  const ignore = () => undefined;
  vi.stubGlobal('matchMedia', () => ({ matches, addEventListener: ignore, removeEventListener: ignore }));
  fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()])) });
  const { router } = showHistory('instrument?meter=7');
  await screen.findByText('1건');
  expect(screen.queryByRole('combobox', { name: /^측정기/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '이전 기간' }));
  await waitFor(() => expect(router.state.location.searchStr).toBe('?meter=7&period=yesterday'));
  fireEvent.click(screen.getByRole('button', { name: '조건 바꾸기', expanded: false }));
  // The focus moves into the panel, and back to its button.
  const fields = screen.getAllByRole('combobox');
  expect(document.activeElement).toBe(fields[0]);
  const button = screen.getByRole('button', { name: '검색' });
  const days = screen.getByRole('textbox', { name: '종료일' });
  const before = days.compareDocumentPosition(button) === Node.DOCUMENT_POSITION_FOLLOWING;
  expect(before).toBe(matches);
  search();
  await waitFor(() => expect(screen.queryByRole('combobox', { name: /^측정기/ })).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '조건 바꾸기' }));
});

it('speaks English with its own dates', async () => {
  await speakInTests('en');
  fakeApi({ ...choices(), ...rows('meter-readings', samplePage([sampleReading()])) });
  showHistory('instrument?meter=7');
  await screen.findByText('11/21/2026 14:00:07');
  fireEvent.click(screen.getByRole('button', { name: 'Change' }));
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'First day' }).value).toBe('11/21/2026');
});
