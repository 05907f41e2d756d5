// Takes a picture of each screen of a running demo, and writes the page that shows them. `npm run screens -- --help`.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Role } from '@airdeck/domain/role';
import { type Browser, type BrowserContext, chromium, type Page, type Route } from '@playwright/test';
import { CHAPTERS, type Screen } from './screens.ts';

const HELP = `Takes a picture of each screen of a running demo (npm run demo -- --history-days 35).

  --url URL         of the demo: http://localhost:8080
  --out DIR         docs/screens, and docs/screens.md beside it
  --size 1440x900   CSS pixels; --scale 2 doubles the pixels of the screen (200 % zoom: --size 720x450 --scale 2)
  --language ko     or en
  --role ROLE       SUPER_ADMIN
  --state full      or loading (no answer comes), empty (no row), failing (each answer is a failure),
                    long (each name is as long as one may be)
  --only NAME,NAME  these screens
  --whole           the whole page, not only what the window shows
Other flags than --url leave docs/screens.md alone.`;

/** On a busy machine a screen takes longer. */
const PATIENCE_MS = 90_000;

const PHONE = { width: 390, height: 844 };
/** Quality of WebP: texts stay sharp, and a screen is some 40 KB. */
const QUALITY = 0.85;

const { values: flags } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://localhost:8080' },
    out: { type: 'string' },
    size: { type: 'string' },
    scale: { type: 'string', default: '1' },
    language: { type: 'string', default: 'ko' },
    role: { type: 'string', default: 'SUPER_ADMIN' },
    state: { type: 'string', default: 'full' },
    only: { type: 'string' },
    whole: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
if (flags.help) {
  console.log(HELP);
  process.exit();
}

interface Session {
  access_token: string;
  user: { organization_code: string };
}

async function demoLogin(authority: Role): Promise<Session> {
  const answer = await fetch(`${flags.url}/api/v1/demo/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ authority }),
  });
  if (!answer.ok) throw new Error(`No demo answers at ${flags.url}: ${answer.status}`);
  return answer.json();
}

/** Ids of the demo for addresses: the first meter with purifiers, and its places. */
async function findIds({ access_token }: Session): Promise<Record<string, number>> {
  const read = async (path: string): Promise<Record<string, number>[]> => {
    const headers = { authorization: `Bearer ${access_token}` };
    const answer = await fetch(`${flags.url}/api/v1/${path}`, { headers });
    return (await answer.json()).content;
  };
  const [purifier] = await read('purifiers?size=1');
  const meters = await read('meters?size=999');
  const meter = meters.find(({ id }) => id === purifier?.meter_id) ?? meters[0];
  const [masterSensor] = await read('master-sensors?size=1');
  const ids = { purifier, meter, masterSensor };
  const own = Object.fromEntries(Object.entries(ids).map(([name, row]) => [name, row?.id ?? 1]));
  const above = ['organization', 'office', 'department'].map((name) => [name, meter?.[`${name}_id`] ?? 1]);
  return { ...own, ...Object.fromEntries(above) };
}

/** Rows that a fresh demo lacks, so that no picture shows an empty list: made once. */
async function furnish({ access_token }: Session, { organization, purifier }: Record<string, number>): Promise<void> {
  const headers = { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' };
  const add = async (path: string, body: object) => {
    const known = await (await fetch(`${flags.url}/api/v1/${path}?size=1`, { headers })).json();
    if (known.totalElements > 0) return;
    const answer = await fetch(`${flags.url}/api/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!answer.ok) console.error(`${path}: ${await answer.text()}`);
  };
  const organization_id = organization;
  const lessons = [{ start: '0800', end: '1700', mode: 'AUTO' }];
  const week = [lessons, lessons, lessons, lessons, lessons, [], []];
  const content = '이번 주 토요일 09:00–12:00에 공기청정기 필터를 교체합니다.';
  await add('notices', { organization_id, content, display_at_bottom: 'Y' });
  await add('timetables', { organization_id, name: '평일 수업 시간', week, purifier_ids: [purifier] });
  const rule = { organization_id, name: '시설 담당', severity: 'MAJOR', alarm_category: 'ALL', channel: 'MAIL' };
  await add('notification-rules', { ...rule, recipients: 'facility@example.com' });
  const command = { purifier_ids: [purifier], command: 'POWER', action: 'ON', description: '수업 전 환기' };
  await add('control/commands', { ...command, batch_id: crypto.randomUUID() });
}

/** Answers that the screen itself needs, with any data. */
const SHELL = /\/(users\/me|welcome|sessions|live|monitoring\/tree|notices\/running|alarms\/counts)/;

async function answerAs(state: string, route: Route): Promise<void> {
  const { pathname } = new URL(route.request().url());
  if (state === 'full' || route.request().method() !== 'GET') return route.fallback();
  if (state === 'long') return answerWith(route, lengthened);
  if (SHELL.test(pathname)) return route.fallback();
  if (state === 'loading') return;
  if (state === 'failing') {
    const body = {
      code: 'INTERNAL_SERVER_ERROR',
      message: '서버에 문제가 생겼습니다.',
      errors: {},
      request_id: 'req-1x7',
    };
    return route.fulfill({ status: 500, json: body });
  }
  return answerWith(route, emptied);
}

/** The server's own answer, changed; anything but JSON, such as a stream, is passed on. */
async function answerWith(route: Route, change: (answer: unknown) => unknown): Promise<void> {
  if (new URL(route.request().url()).pathname.endsWith('/live')) return route.fallback();
  const answer = await route.fetch();
  const json: unknown = await answer.json().catch(() => null);
  if (json === null) return route.fulfill({ response: answer });
  return route.fulfill({ response: answer, json: change(json) });
}

const NAME = /^(name|above|.*_name)$/;
const LENGTH = 60;
const LONG = ' 서울특별시 교육시설관리본부 Metropolitan Facilities 제2별관 지하 1층 다목적강당';

/** The same answer with names as long as people may give. */
function lengthened(value: unknown, isName = false): unknown {
  if (typeof value === 'string') return isName ? (value + LONG).slice(0, LENGTH) : value;
  if (Array.isArray(value)) return value.map((part) => lengthened(part, isName));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, lengthened(part, NAME.test(key))]));
}

/** The same answer without any row. */
function emptied(value: unknown): unknown {
  if (Array.isArray(value)) return [];
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === 'totalElements' || key === 'total' ? 0 : emptied(part)]),
  );
}

/** Waits until the screen has its data, its images are drawn and nothing moves any more. */
async function settle(page: Page): Promise<void> {
  // Found without its role, which it lacks while a dialog is open.
  await page.locator('h1').first().waitFor();
  if (flags.state === 'full') await page.waitForFunction(() => document.querySelector('.MuiSkeleton-root') === null);
  await page.evaluate(async () => {
    await document.fonts.ready;
    for (let same = 0, last = '', tries = 0; same < 5 && tries < 30; tries += 1) {
      await new Promise((done) => setTimeout(done, 150));
      const shape = `${document.body.innerText.length} ${document.body.scrollHeight}`;
      same = shape === last ? same + 1 : 0;
      last = shape;
    }
  });
}

/** A picture of the page, scaled down by the browser itself. */
async function picture(page: Page, converter: Page): Promise<Buffer> {
  const png = await page.screenshot({ fullPage: flags.whole, animations: 'disabled', caret: 'hide' });
  const url = await converter.evaluate(
    async ([data, quality]) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.width, image.height];
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', quality);
    },
    [png.toString('base64'), QUALITY] as const,
  );
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

/** A window with a session. It stays open: a session ends with its last window. */
async function openWindow(browser: Browser, role: Screen['role'], size: typeof PHONE): Promise<Page> {
  const context = await browser.newContext({
    viewport: size,
    deviceScaleFactor: size === PHONE ? 2 : Number(flags.scale),
    isMobile: size.width < 500,
    hasTouch: size.width < 500,
    locale: flags.language === 'en' ? 'en-GB' : 'ko-KR',
    timezoneId: 'Asia/Seoul',
    reducedMotion: 'reduce',
  });
  if (role !== 'NO_SESSION') await beLoggedIn(context, role ?? (flags.role as Role));
  if (flags.state !== 'full') await context.route('**/api/v1/**', (route) => answerAs(flags.state, route));
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

async function beLoggedIn(context: BrowserContext, role: Role): Promise<void> {
  const { access_token, user } = await demoLogin(role);
  await context.addInitScript(
    ([token, login, language]) => {
      sessionStorage.setItem('access_token', token);
      sessionStorage.setItem('login', login);
      sessionStorage.setItem('language', language);
    },
    [
      access_token,
      JSON.stringify({ user: { ...user, password: '' }, code: user.organization_code }),
      flags.language,
    ] as const,
  );
}

async function show(page: Page, address: string, { act }: Screen): Promise<void> {
  await page.goto(address);
  await settle(page);
  if (flags.state !== 'full' || act === undefined) return;
  await act(page);
  await settle(page);
}

async function take(): Promise<void> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  });
  const out = resolve(flags.out ?? 'docs/screens');
  const only = flags.only?.split(',');
  const isWhole = only === undefined && flags.out === undefined;
  mkdirSync(out, { recursive: true });
  const session = await demoLogin('SUPER_ADMIN');
  const ids = await findIds(session);
  await furnish(session, ids);
  const [width, height] = (flags.size ?? '1440x900').split('x').map(Number);
  const desk = { width: width ?? 1440, height: height ?? 900 };
  const converter = await browser.newPage();
  const windows = new Map<string, Page>();
  const taken = new Set<string>();
  for (const screen of CHAPTERS.flatMap(({ screens }) => screens)) {
    if (only !== undefined && !only.includes(screen.name)) continue;
    const sizes = screen.phone && flags.size === undefined ? [desk, PHONE] : [desk];
    for (const size of sizes) {
      const key = `${screen.role} ${size.width}`;
      const page = windows.get(key) ?? (await openWindow(browser, screen.role, size));
      windows.set(key, page);
      const file = `${screen.name}${size === PHONE ? '-phone' : ''}.webp`;
      const address = flags.url + screen.path.replace(/\{(\w+)\}/g, (_, name) => String(ids[name]));
      await show(page, address, screen).catch((error: Error) => {
        if (isWhole) throw error;
        console.error(`${file}: ${error.message.split('\n')[0]}`);
      });
      const bytes = await picture(page, converter);
      writeFileSync(join(out, file), bytes);
      taken.add(file);
      console.log(`${file} ${Math.round(bytes.length / 1024)} KB`);
    }
  }
  await browser.close();
  if (!isWhole) return;
  for (const file of readdirSync(out)) if (!taken.has(file)) rmSync(join(out, file));
  writeFileSync(resolve('docs/screens.md'), pageOfPictures());
}

function pageOfPictures(): string {
  const shown = ({ name, text, phone }: Screen) =>
    [
      text,
      '',
      `<img src="screens/${name}.webp" alt="${name}" width="${phone ? 600 : 800}">` +
        (phone ? ` <img src="screens/${name}-phone.webp" alt="${name} on a phone" width="173">` : ''),
    ].join('\n');
  const chapters = CHAPTERS.map(({ title, screens }) => [`## ${title}`, ...screens.map(shown)].join('\n\n'));
  const head = '# Screens\n\nTaken by `npm run screens` from a running demo (`npm run demo -- --history-days 35`).';
  return `${[head, ...chapters].join('\n\n')}\n`;
}

await take();
