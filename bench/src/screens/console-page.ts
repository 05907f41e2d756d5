import type { Session } from '@airdeck/contract/session/schema';
import { type APIRequestContext, type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    // Without a graphics card Chromium emulates one, which takes two fifths of the processors; users' machines have
    // one.
    args: ['--no-sandbox', '--disable-gpu'],
  });

export interface ConsolePage {
  page: Page;
  /** Chromium's own counters and settings. */
  devtools: CDPSession;
  /** The user's access token. */
  token: string;
  /** Calls the API as the page's user. */
  ask<T>(path: string): Promise<T>;
}

/** A user of the demo who may see everything. */
const demoLogin = async (request: APIRequestContext, url: string): Promise<Session> => {
  const answer = await request.post(`${url}/api/v1/demo/login`, { data: { authority: 'SUPER_ADMIN' } });
  return (await answer.json()) as Session;
};

/** A user's page with an empty cache, before its first navigation. */
export const openConsole = async (browser: Browser, url: string, logIn = demoLogin): Promise<ConsolePage> => {
  const context = await browser.newContext({ locale: 'ko-KR', viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const { access_token: token, user } = await logIn(page.request, url);
  const login = JSON.stringify({ user: { ...user, password: '' }, code: user.organization_code });
  // The bench's loader uses this to name functions; a page lacks it.
  await page.addInitScript('globalThis.__name = (each) => each');
  await page.addInitScript(
    ([access, given]) => {
      sessionStorage.setItem('access_token', access);
      sessionStorage.setItem('login', given);
      // The previous page ends without ending the session.
      sessionStorage.setItem('isReload', 'true');
    },
    [token, login] as const,
  );
  const devtools = await context.newCDPSession(page);
  // CPU time of the thread, which other work on the machine does not lengthen.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const ask = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await (await page.request.get(`${url}/api/v1${path}`, { headers })).json()) as T;
  };
  return { page, devtools, token, ask };
};

/** CPU time of Chromium's main thread for the page so far, ms: scripts, styles, layout, paint. */
export const workOf = async (devtools: CDPSession): Promise<number> => {
  const { metrics } = await devtools.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
};
