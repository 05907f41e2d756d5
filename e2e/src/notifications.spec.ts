import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type MailReceiver, openMailReceiver } from '@airdeck/server/testing/mail-receiver';
import { openPushService, type PushService } from '@airdeck/server/testing/push-service';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { report } from './setup/device.ts';
import { fillLogin } from './setup/login.ts';
import { pickOrganization } from './setup/pick-organization.ts';
import { pressSave, save } from './setup/save.ts';
import { addMeter, loginOf, renewPassword, type Started, startServer } from './setup/server.ts';
import { type DeviceLogin, type LoginForm, PLACES } from './setup/servers.ts';

/** Address of the console in links of mails. */
const CONSOLE = 'https://air.example.com';
const RULES = '/management/notice/nrule';
const RECORD = '/management/notice/nlog';
const LIVE_ERROR = '/current/error/liveerror?startTime=any';
const RECEIVER = 'safety@example.com';
const SECRET = 'a-secret-of-the-webhook';
const COLLEAGUE = { login: 'park.jin', password: 'Fresh-Air-77!' };

let mails: MailReceiver;
let push: PushService;
const posts: string[] = [];
let hook: Server;
let server: Started;
let device: DeviceLogin;
let admin: LoginForm;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  mails = await openMailReceiver();
  push = await openPushService();
  hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posts.push(body);
    response.end();
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  const mail = ['--smtp-url', mails.url, '--mail-from', 'air@example.com', '--public-url', CONSOLE];
  server = await startServer('start', [...mail, '--webhook-private']);
  device = await addMeter(server.dataDir, PLACES.mailMeter);
  admin = await renewPassword(server.url, loginOf(server, 'SUPER_ADMIN'));
});
test.afterAll(async () => {
  await server.stop();
  await mails.close();
  await push.close();
  await new Promise((resolve) => hook.close(resolve));
});

/** Opens an address like a link in a mail: Login comes first, then the requested page. */
const openAs = async (page: Page, login: LoginForm, address: string): Promise<void> => {
  await page.goto(server.url + address);
  await fillLogin(page, login);
  await expect(page).toHaveURL(server.url + address);
};
const raise = (code: string) =>
  report(server.mqttUrl, device, PLACES.mailMeter, { code, state: 'RAISED', time: new Date().toISOString() });
const row = (page: Page, text: string) => page.getByRole('table').getByRole('row').filter({ hasText: text });
const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const pick = async (page: Page, field: string, option: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
};
const newRule = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: '추가' }).first().click();
  await pickOrganization(page, 'Airdeck');
  await textbox(page, '이름').fill(name);
};
const ask = async (method: string, path: string, body: object, token?: string) => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${server.url}/api/v1/${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.status, path).toBe(200);
  return answer.json();
};

test('a rule is tried out before it is saved: a test by mail, and what it would have told', async ({ page }) => {
  await raise('M002');
  await openAs(page, admin, LIVE_ERROR);
  await expect(row(page, '센서 치명적 고장')).toBeVisible();
  await page.goto(server.url + RULES);
  await newRule(page, '안전팀');
  await textbox(page, '받는 사람').fill(RECEIVER);
  await page.getByRole('button', { name: '시험 보내기' }).click();
  await expect(page.getByText(`${RECEIVER}: 보냈습니다.`)).toBeVisible();
  expect(mails.inbox).toMatchObject([{ to: [RECEIVER], text: expect.stringContaining('안전팀') }]);
  await page.getByRole('button', { name: '지난주였다면' }).click();
  await expect(page.getByText('지난 7일이었다면 장애 1건을 알렸을 것입니다.')).toBeVisible();
  await expect(page.getByText('M002 센서 치명적 고장')).toBeVisible();
  await expectAccessible(page, 'rule with its tests', { isStrict: true });
  await save(page);
  await expect(row(page, '안전팀')).toContainText(RECEIVER);
});

test('an alarm is mailed, its link acknowledges it without a login, and others see who did', async ({ browser }) => {
  mails.inbox.length = 0;
  const newPage = async () => (await browser.newContext()).newPage();
  const [colleague, reader] = [await newPage(), await newPage()];
  const { access_token: token, user } = await ask('POST', 'login', admin);
  const added = await ask(
    'POST',
    'users',
    {
      ...{ organization_id: user.organization_id, login: COLLEAGUE.login, name: '박진' },
      ...{ authority: 'LOCAL_USER', email: 'park.jin@example.com' },
    },
    token,
  );
  await ask('POST', 'reset', { token: added.link.token, new_password: COLLEAGUE.password });
  const all = `${LIVE_ERROR}${LIVE_ERROR.includes('?') ? '&' : '?'}state=OPEN`;
  await openAs(colleague, { code: admin.code, id: COLLEAGUE.login, password: COLLEAGUE.password }, all);

  await raise('M003');
  await expect.poll(() => mails.inbox.length).toBe(1);
  const text = mails.inbox[0]?.text ?? '';
  expect(text).toMatch(/\[중대\] M003 먼지 센서 팬 고장\s+장소: 본관 › 1층 › 알림 측정기/);
  await expect(row(colleague, '먼지 센서 팬 고장')).toContainText('미확인');
  await expect(colleague).toHaveTitle(/^\(2\) /);

  const [address = ''] = /https:\/\/air\.example\.com\/acknowledge\?token=\S+/.exec(text) ?? [];
  await reader.goto(address.replace(CONSOLE, server.url));
  await reader.getByRole('button', { name: '확인했습니다' }).click();
  await expect(reader.getByText('장애 1건을 확인했다고 표시했습니다.')).toBeVisible();
  await expect(row(colleague, '먼지 센서 팬 고장')).toContainText(RECEIVER);
  await expect(colleague).toHaveTitle(/^\(1\) /);
  await reader.reload();
  await reader.getByRole('button', { name: '확인했습니다' }).click();
  await expect(reader.getByText('이미 쓴 링크')).toBeVisible();
});

/** Gives a browser a push service that it reaches from here; the worker, the switch and the keys are the real ones. */
const withPushService = async (context: BrowserContext): Promise<void> => {
  await context.grantPermissions(['notifications'], { origin: server.url });
  await context.exposeFunction('subscribeInTest', (publicKey: string) => push.subscribe('desk', publicKey));
  await context.addInitScript(() => {
    let current: object | null = null;
    const tests = window as unknown as { subscribeInTest(publicKey: string): Promise<Record<string, string>> };
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      const key = options?.applicationServerKey as Uint8Array<ArrayBuffer>;
      const base64url = btoa(String.fromCharCode(...key))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');
      const { endpoint, ...keys } = await tests.subscribeInTest(base64url);
      current = {
        endpoint,
        options: { applicationServerKey: key.buffer },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          current = null;
          return true;
        },
      };
      return current as PushSubscription;
    };
  });
};

test('alarms are switched on in a browser, pushed to it, and a click leads to the alarm', async ({ page, context }) => {
  await withPushService(context);
  await openAs(page, admin, RULES);
  await page.getByRole('button', { name: '전체 메뉴 열기' }).click();
  await page.getByRole('button', { name: '내 정보', exact: true }).click();
  const toggle = page.getByRole('switch', { name: '이 브라우저로 장애 알림 받기' });
  await toggle.click();
  await expect(toggle).toBeChecked();
  await page.getByRole('dialog').getByRole('button', { name: '닫기' }).click();
  await page.goto(server.url + RULES);
  // The page lost its fake push service; the server did not lose the subscription.
  await newRule(page, '당직');
  await pick(page, '방법', '브라우저 알림');
  await textbox(page, '받는 사람').fill(RECEIVER);
  await pressSave(page);
  await expect(textbox(page, '받는 사람')).toHaveAccessibleDescription(/4~30자/);
  await textbox(page, '받는 사람').fill(admin.id);
  await page.getByRole('button', { name: '시험 보내기' }).click();
  await expect(page.getByText(`${admin.id}: 보냈습니다.`)).toBeVisible();
  expect(push.pushes).toMatchObject([{ name: 'desk', message: { title: '알림 시험' } }]);
  await save(page);
  await expect(row(page, '당직')).toBeVisible();

  await raise('M005');
  await expect.poll(() => push.pushes.length).toBe(2);
  const message = push.pushes[1]?.message;
  expect(message).toMatchObject({ title: '중대 · CO₂ 센서 고장', language: 'ko' });
  const [worker] = context.serviceWorkers();
  const data = JSON.stringify(JSON.stringify(message));
  await worker?.evaluate(`self.dispatchEvent(new PushEvent('push', { data: ${data} }))`);
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/');
      return (await registration?.getNotifications())?.map(({ title }) => title);
    });
  await expect.poll(shown).toEqual(['중대 · CO₂ 센서 고장']);
  await worker?.evaluate(`registration.getNotifications().then(([notification]) => {
    self.dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  })`);
  await expect(page).toHaveURL(server.url + message?.path);
  await expect(page.getByRole('complementary', { name: '장애 상세' })).toContainText('CO₂ 센서 고장');
});

test('a webhook is posted to, and the history has its receiver, alarm and outcome', async ({ page }) => {
  await openAs(page, admin, RULES);
  await newRule(page, '관제 시스템');
  await pick(page, '방법', '웹훅');
  await textbox(page, '웹훅 주소').fill(`http://127.0.0.1:${(hook.address() as AddressInfo).port}/alarms`);
  await page.getByLabel('웹훅 비밀키').fill(SECRET);
  await save(page);
  await expect(row(page, '관제 시스템')).toBeVisible();

  await raise('M006');
  await expect.poll(() => posts.length).toBe(1);
  expect(JSON.parse(posts[0] ?? '')).toMatchObject({ type: 'alarms', rule: '관제 시스템', alarms: [{ code: 'M006' }] });
  // Each way sends in its own time, and the list shows them as they were when it was read.
  await expect(async () => {
    await page.goto(server.url + RECORD);
    for (const receiver of [RECEIVER, admin.id, '127.0.0.1']) {
      await expect(row(page, receiver).filter({ hasText: 'M006' })).toContainText('보냄', { timeout: 2_000 });
    }
  }).toPass();
  await expect(row(page, RECEIVER).filter({ hasText: 'M003' })).toContainText('보냄');
  await expectAccessible(page, 'record of notifications', { isStrict: true });
});
