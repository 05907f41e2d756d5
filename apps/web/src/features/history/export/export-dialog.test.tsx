// @vitest-environment jsdom
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { sampleMeters } from '../testing/sample-meter.ts';
import { samplePage, sampleReading } from '../testing/sample-rows.ts';
import { showHistory } from '../testing/show-history.tsx';

configure({ defaultHidden: true });

const FILE = '/api/v1/history/meter-readings/export';
const saved: string[] = [];

const api = (total = 1440, more = {}) =>
  fakeApi({
    'GET /api/v1/history/choices': () => ({ body: { meters: sampleMeters() } }),
    'GET /api/v1/history/meter-readings': () => ({
      body: samplePage(total === 0 ? [] : [sampleReading()], total),
    }),
    [`GET ${FILE}`]: () => ({ body: 'file' }),
    ...more,
  });

async function openDialog(address = 'instrument?meter=7&meter=8&period=week&sort=time,ASC') {
  showHistory(address);
  fireEvent.click(await screen.findByRole('button', { name: 'Excel / CSV' }));
  await screen.findByText('파일로 내려받기');
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const start = () => fireEvent.click(screen.getByRole('button', { name: '내려받기' }));
const fileQuery = (sent: readonly { url: string }[]) => {
  const url = sent.find((each) => each.url.startsWith(`${FILE}?`))?.url ?? '?';
  return Object.fromEntries(new URLSearchParams(url.split('?')[1]));
};

beforeEach(async () => {
  saved.length = 0;
  vi.stubGlobal('scrollTo', () => undefined);
  vi.useFakeTimers({ now: new Date('2026-11-21T14:30:00+09:00'), toFake: ['Date'] });
  URL.createObjectURL = () => 'blob:file';
  URL.revokeObjectURL = () => undefined;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  await speakInTests('ko');
  beginSession(sampleSession());
});
afterEach(() => {
  cleanup();
  endSession();
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the export', () => {
  it('is named after site and period, and shows the number of rows', async () => {
    api();
    await openDialog();
    await screen.findByText('조건에 맞는 1,440건을 모두 내려받습니다.');
    expect(field('파일 이름').value).toBe('로비 외 1_2026-11-15_2026-11-21');
    expect(field('시트 이름').value).toBe('측정기 현재값');
  });

  it('asks for what the list shows, in its order, and saves it under its name', async () => {
    const sent = api();
    await openDialog();
    start();
    await screen.findByText('로비 외 1_2026-11-15_2026-11-21.xlsx 파일을 내려받았습니다.');
    expect(saved).toEqual(['로비 외 1_2026-11-15_2026-11-21.xlsx']);
    expect(fileQuery(sent)).toMatchObject({
      startTime: '2026-11-15',
      endTime: '2026-11-21',
      step: 'each',
      sort: 'time,ASC',
      format: 'xlsx',
      name: '로비 외 1_2026-11-15_2026-11-21',
      sheet: '측정기 현재값',
    });
    expect(screen.queryByText('파일로 내려받기')).toBeNull();
  });

  it('leaves cleared names to the server, and is then called excel', async () => {
    const sent = api();
    await openDialog();
    fireEvent.change(field('파일 이름'), { target: { value: '  ' } });
    fireEvent.change(field('시트 이름'), { target: { value: '' } });
    start();
    await waitFor(() => expect(saved).toEqual(['excel.xlsx']));
    expect(fileQuery(sent)).not.toHaveProperty('name');
    expect(fileQuery(sent)).not.toHaveProperty('sheet');
  });

  it('a CSV file has no sheet name', async () => {
    const sent = api();
    await openDialog();
    fireEvent.click(screen.getByRole('radio', { name: 'CSV' }));
    expect(screen.queryByRole('textbox', { name: '시트 이름' })).toBeNull();
    start();
    await waitFor(() => expect(saved[0]).toMatch(/\.csv$/));
    expect(fileQuery(sent)).toMatchObject({ format: 'csv' });
    expect(fileQuery(sent)).not.toHaveProperty('sheet');
  });

  it('of no rows cannot be started, and explains what to do', async () => {
    api(0);
    await openDialog();
    await screen.findByText(/내려받을 값이 없습니다/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: '내려받기' }).disabled).toBe(true);
  });

  it('shows the reason of a failure, with code and request id', async () => {
    const body = { code: 'QUESTION_TOO_BIG', message: '너무 많습니다.', errors: {}, request_id: 'r-9' };
    api(1440, { [`GET ${FILE}`]: () => ({ status: 400, body }) });
    await openDialog();
    start();
    await screen.findByText('너무 많습니다.');
    expect(screen.getByText('오류 코드 QUESTION_TOO_BIG')).toBeDefined();
    expect(screen.getByText('요청 번호 r-9')).toBeDefined();
    expect(saved).toEqual([]);
  });
});

describe('a long export', () => {
  /** Downloads that never finish, and the number of cancelled ones. */
  function slowFiles() {
    const answered = window.fetch;
    const files = { cancelled: 0, exportId: '' };
    vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
      if (!url.startsWith(FILE)) return answered(url, init);
      files.exportId = new URLSearchParams(url.split('?')[1]).get('exportId') ?? '';
      return new Promise((_, reject) => {
        init.signal?.addEventListener('abort', () => {
          files.cancelled++;
          reject(new DOMException('', 'AbortError'));
        });
      });
    });
    return files;
  }

  it('shows its progress, and stops on Cancel', async () => {
    const sent = api(1440);
    const files = slowFiles();
    const answered = window.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
      url.includes('/history/exports/')
        ? Promise.resolve(Response.json({ rows: 400, total: 1440, done: false }))
        : answered(url, init),
    );
    await openDialog();
    start();
    await screen.findByText('1,440건 가운데 400건을 만들었습니다.');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('28');
    fireEvent.click(screen.getByRole('button', { name: '취소' }));
    await waitFor(() => expect(files.cancelled).toBe(1));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    // Stopped is not failed: another one can be started.
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByText('파일로 내려받기')).toBeDefined();
    expect(sent.length).toBeGreaterThan(0);
  });

  it('is not lost to a key or a click beside it, only to Cancel', async () => {
    api();
    const files = slowFiles();
    await openDialog();
    start();
    await screen.findByText('파일을 준비하고 있습니다…');
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    expect(screen.queryByRole('button', { name: '닫기' })).toBeNull();
    expect(screen.getByText('파일을 준비하고 있습니다…')).toBeDefined();
    expect(files.cancelled).toBe(0);
    expect(files.exportId).toMatch(/^[0-9a-f-]{36}$/);
  });
});
