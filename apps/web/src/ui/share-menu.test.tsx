import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { speakInTests } from '../testing/screen-setup.ts';
import { ShareMenu } from './share-menu.tsx';

const LINK = 'https://air.example/current/current/instrument?meter=7&period=free&from=2026-10-01&to=2026-10-31';

const open = async () => {
  render(<ShareMenu title="로비 · 2026년 10월" url={() => LINK} note="날짜를 고정한 링크입니다." />);
  fireEvent.click(screen.getByRole('button', { name: '공유' }));
  await screen.findByRole('button', { name: '링크 복사' });
};

beforeAll(() => speakInTests('ko'));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A browser with a clipboard, which only pages with HTTPS have. */
const withClipboard = (writeText: (text: string) => Promise<void>) => {
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('navigator', { ...navigator, userAgent: navigator.userAgent, clipboard: { writeText } });
};

test('shows the link and copies it', async () => {
  const copied: string[] = [];
  withClipboard(async (text) => void copied.push(text));
  await open();
  const link = screen.getByRole<HTMLInputElement>('textbox', {
    name: '링크',
    description: '날짜를 고정한 링크입니다.',
  });
  expect(link.value).toBe(LINK);
  fireEvent.click(screen.getByRole('button', { name: '링크 복사' }));
  await screen.findByRole('button', { name: '복사했습니다' });
  expect(screen.getByRole('status').textContent).toBe('복사했습니다.');
  expect(copied).toEqual([LINK]);
});

test('says that the browser refused to copy, and leaves the link to be copied by hand', async () => {
  withClipboard(() => Promise.reject(new DOMException('no', 'NotAllowedError')));
  await open();
  fireEvent.click(screen.getByRole('button', { name: '링크 복사' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/복사를 허용하지 않았습니다/);
  expect(screen.queryByRole('button', { name: '복사했습니다' })).toBeNull();
  const link = screen.getByRole<HTMLInputElement>('textbox', { name: '링크' });
  link.focus();
  expect([link.selectionStart, link.selectionEnd]).toEqual([0, LINK.length]);
});

test('without HTTPS a refusal is an error too', async () => {
  vi.stubGlobal('isSecureContext', false);
  document.execCommand = () => false;
  await open();
  fireEvent.click(screen.getByRole('button', { name: '링크 복사' }));
  await screen.findByRole('alert');
  document.execCommand = () => true;
  fireEvent.click(screen.getByRole('button', { name: '링크 복사' }));
  await screen.findByRole('button', { name: '복사했습니다' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a mail has the title and the link', async () => {
  await open();
  const mail = screen.getByRole<HTMLAnchorElement>('link', { name: '메일로 보내기' });
  const { protocol, searchParams } = new URL(mail.href);
  expect(protocol).toBe('mailto:');
  expect(searchParams.get('subject')).toBe('로비 · 2026년 10월');
  expect(searchParams.get('body')).toBe(`로비 · 2026년 10월\r\n${LINK}\r\n`);
});

test('the share sheet is offered where there is one; closing it is no failure, a refusal is', async () => {
  await open();
  expect(screen.queryByRole('button', { name: '다른 앱으로 공유' })).toBeNull();
  cleanup();
  const shared: unknown[] = [];
  const answers = [new DOMException('closed', 'AbortError'), new DOMException('no', 'NotAllowedError')];
  const share = (data: unknown) => {
    shared.push(data);
    return Promise.reject(answers.shift());
  };
  vi.stubGlobal('navigator', { ...navigator, userAgent: navigator.userAgent, share });
  await open();
  const button = screen.getByRole('button', { name: '다른 앱으로 공유' });
  fireEvent.click(button);
  await act(async () => undefined);
  expect(shared).toEqual([{ title: '로비 · 2026년 10월', url: LINK }]);
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(button);
  await screen.findByText(/공유 화면을 열지 못했습니다/);
  expect(shared).toHaveLength(2);
});
