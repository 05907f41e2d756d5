// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  sessionStorage.clear();
  document.head.replaceChildren();
});

/** The links that the script adds to the page. */
async function run(): Promise<string[]> {
  const script = document.createElement('script');
  Object.assign(script.dataset, { console: '/console.js /console.css', ko: '/ko.js', en: '/en.js /en.woff2' });
  document.head.append(script);
  vi.resetModules();
  await import('./preload-console.ts');
  return [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
}

test('requests the files of the console, and the texts and fonts of the user', async () => {
  sessionStorage.setItem('access_token', 'token');
  sessionStorage.setItem('login', JSON.stringify({ user: { language: 'en' } }));
  expect(await run()).toEqual([
    ...['modulepreload /console.js', 'preload /console.css', 'modulepreload /en.js', 'preload /en.woff2'],
  ]);
  expect(document.head.querySelector('[href$=woff2]')).toHaveProperty('as', 'font');
});

test('requests Korean texts without another language', async () => {
  sessionStorage.setItem('access_token', 'token');
  expect(await run()).toContain('modulepreload /ko.js');
});

test('requests nothing for Login', async () => {
  expect(await run()).toEqual([]);
});
