import { ko } from '@airdeck/phrases/ko';
import { expect, type Page } from '@playwright/test';

const HANGUL = /[가-힣]+/g;
/** A missing text shows its key, `shell.denied`. Host names and e-mail addresses have a dot or @ beside the word. */
const KEY = new RegExp(`(?<![\\w.@/-])(?:${Object.keys(ko).join('|')})(?:\\.[A-Za-z]\\w*)+(?!\\w*@)`, 'g');

/** All texts for a person or a screen reader, labels included. */
const toldBy = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const labels = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''),
    );
    return [document.title, document.body.innerText, ...labels].join('\n');
  });

/** The browser's own message when a busy server refuses a request, which is repeated. */
const PUT_OFF = /status of 429/;

export interface Watched {
  /** Errors of the console and the page, and requests to other hosts, so far. */
  problems: string[];
  /** Fails if a key is shown instead of its text, or, in English, Hangul that is not part of the data. */
  expectTexts(what: string): Promise<void>;
}

/** Listens from now on; to be called before the page loads. */
export const watchPage = (page: Page, url: string, language: 'ko' | 'en'): Watched => {
  const problems: string[] = [];
  const answers: Promise<string>[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !PUT_OFF.test(message.text())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== url) problems.push(request.url());
  });
  // Only there it is asked what came with the data.
  if (language === 'en')
    page.on('response', (response) => {
      const isAnswer = response.url().startsWith(`${url}/api/`) && response.headers()['content-type']?.includes('json');
      if (isAnswer) answers.push(response.text().catch(() => ''));
    });
  return {
    problems,
    async expectTexts(what) {
      const told = await toldBy(page);
      expect(told.match(KEY) ?? [], what).toEqual([]);
      if (language === 'ko') return expect(told, what).toMatch(HANGUL);
      // The switch of languages calls each by its own name.
      const data = [ko.common.language.ko, ...(await Promise.all(answers))].join('\n');
      const strange = (told.match(HANGUL) ?? []).filter((word) => !data.includes(word));
      expect([...new Set(strange)], what).toEqual([]);
    },
  };
};
