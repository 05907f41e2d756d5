import { readFile } from 'node:fs/promises';
import { ko } from '@airdeck/phrases/ko';
import { readXlsx } from '@airdeck/server/testing/read-xlsx';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './setup/accessible.ts';
import { openPurifiers, report, speak, type TestPurifiers } from './setup/device.ts';
import { choose, historyAt, meterNamed, pick, unfold, waitForRows } from './setup/history.ts';
import { slowLine } from './setup/line.ts';
import { RECORD, siteDay } from './setup/record.ts';
import { confirmSave } from './setup/save.ts';
import { PLACES, servers } from './setup/servers.ts';
import { askApi, go, openAs } from './setup/session.ts';

// End-to-end journeys over a slow connection that is cut in the middle: the screen says so, keeps the input, and
// continues. Elements are found by what a person sees or hears.

const { journeyMeter } = PLACES;
const { network } = ko.common.error;

const send = (readings: Record<string, number>): Promise<void> => {
  const { mqttUrl, journeys } = servers().demo;
  return speak(mqttUrl, journeys, journeyMeter, { readings });
};
const tell = (state: 'RAISED' | 'ENDED'): Promise<void> => {
  const { mqttUrl, journeys } = servers().demo;
  return report(mqttUrl, journeys, journeyMeter, { code: 'M003', state, time: new Date().toISOString() });
};
/** A device that is silent for three intervals has its own alarm, above its others. */
const speakOn = (): NodeJS.Timeout => setInterval(() => void send({ 'PM2.5': 6 }).catch(() => undefined), 30_000);
/** This page gets all events from now on. */
const expectLive = (page: Page) =>
  expect(page.getByRole('banner').getByText(ko.shell.live.live, { exact: true })).toBeVisible();
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

let speaking: NodeJS.Timeout | undefined;
test.beforeEach(() => test.slow());
test.afterEach(() => clearInterval(speaking));

test('morning round: from Monitoring to the worst room and its sensor, and back', async ({ page }) => {
  const line = await slowLine(page);
  await send({ CO2: 4_870, 'PM2.5': 6 });
  await openAs(page, 'LOCAL_USER', '/monitoring/agency');
  const room = page.getByRole('heading', { level: 1, name: journeyMeter.name });
  const toWorst = page.getByRole('main').getByRole('link').filter({ hasText: journeyMeter.name }).first();
  await expect(async () => {
    if (await room.isHidden()) await toWorst.click();
    await expect(room).toBeVisible({ timeout: 5_000 });
  }).toPass();
  const co2 = page.getByRole('article').filter({ has: page.getByRole('button', { name: /^CO₂/ }) });
  await expect(co2).toContainText('4,870ppm');
  await expect(co2).toContainText(ko.grade.rating.VERY_BAD);

  await line.cut();
  await expect(co2).toContainText('4,870ppm');
  await send({ CO2: 1_230, 'PM2.5': 6 });
  await line.mend();
  await expectLive(page);
  await expect(co2).toContainText('1,230ppm');

  await page.goBack();
  await expect(room).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: ko.shell.home }).click();
  await expect(page.getByRole('heading', { level: 1, name: '한빛초등학교' })).toBeVisible();
});

test('alarm: it comes by itself, is acknowledged with a note, ends and is cleared', async ({ page }) => {
  const line = await slowLine(page);
  await openAs(page, 'LOCAL_ADMIN', '/monitoring/agency');
  await expectLive(page);
  speaking = speakOn();
  await tell('RAISED');
  const message = page.getByRole('alert').filter({ hasText: '새 장애' });
  // It disappears after 5 s, unless the pointer is on it.
  await message.hover({ timeout: 90_000 });
  await message.getByRole('button', { name: ko.alarm.toast.open }).click();
  await page.getByRole('searchbox', { name: ko.admin.search, exact: true }).fill('순찰');
  const row = page.getByRole('table').getByRole('row').filter({ hasText: '먼지 센서 팬 고장' });
  await expect(row).toContainText(ko.alarm.open);
  await row.getByRole('button', { name: '먼지 센서 팬 고장' }).click();
  const panel = page.getByRole('complementary', { name: '장애 상세' });
  await panel.getByRole('button', { name: ko.alarm.action.ACKNOWLEDGE, exact: true }).click();
  const dialog = page.getByRole('dialog');
  const note = dialog.getByRole('textbox', { name: '메모' });
  await note.fill('팬을 청소하고 있습니다');

  await line.cut();
  const acknowledge = dialog.getByRole('button', { name: ko.alarm.action.ACKNOWLEDGE, exact: true });
  await acknowledge.click();
  await expect(dialog.getByRole('alert')).toContainText(network);
  await expect(note).toHaveValue('팬을 청소하고 있습니다');
  await line.mend();
  await acknowledge.click();
  await expect(dialog).toHaveCount(0);
  // It is being handled now, and no longer among those to handle.
  await expect(panel).toContainText('팬을 청소하고 있습니다');

  await tell('ENDED');
  await expect(panel).toContainText(ko.alarm.ended);
  await panel.getByRole('button', { name: ko.alarm.action.CLEAR, exact: true }).click();
  await dialog.getByRole('button', { name: ko.alarm.action.CLEAR, exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(panel.getByText(ko.alarm.cleared, { exact: false }).first()).toBeVisible();
});

test.describe('control', () => {
  let purifiers: TestPurifiers;
  test.beforeAll(async () => {
    const { mqttUrl, journeys } = servers().demo;
    purifiers = await openPurifiers(mqttUrl, journeys, journeyMeter, [1, 2]);
    purifiers.silent.add(2);
  });
  test.afterAll(() => purifiers.close());

  test('control: a purifier is switched off and on again, one that does not answer times out', async ({ page }) => {
    const line = await slowLine(page);
    const query = new URLSearchParams({ meterName: journeyMeter.name, sort: 'name,ASC' });
    await openAs(page, 'LOCAL_USER', `/management/control/controlair?${query}`);
    const row = (name: string) => page.getByRole('table').getByRole('row').filter({ hasText: name });
    const panel = page.getByRole('complementary', { name: ko.control.panel.label });
    const power = panel.getByRole('group', { name: '전원', exact: true });
    await row('Purifier 1').getByRole('button', { name: 'Purifier 1' }).click();
    await panel.getByRole('button', { name: '전원 꺼짐' }).click();
    await expect(power).toContainText(/요청함|보냄|기기가 받음|확인됨/);
    await expect(power).toContainText('확인됨');
    await expect(row('Purifier 1')).toContainText('꺼짐');

    await line.cut();
    await panel.getByRole('button', { name: '전원 켜짐' }).click();
    await expect(panel.getByRole('alert')).toContainText(network);
    await line.mend();
    await panel.getByRole('alert').getByRole('button', { name: ko.button.retry }).click();
    await expect(power).toContainText('확인됨');
    await expect(power.getByRole('button', { name: '전원 켜짐' })).toHaveAttribute('aria-pressed', 'true');
    await expect(row('Purifier 1')).not.toContainText('꺼짐');

    await row('Purifier 2').getByRole('button', { name: 'Purifier 2' }).click();
    await panel.getByRole('button', { name: '전원 꺼짐' }).click();
    await expect(power).toContainText('시간 초과');
    await expect(power).toContainText(ko.control.reason.NO_ANSWER);
    await expect(row('Purifier 2')).not.toContainText('꺼짐');
  });
});

/** An unregistered code sends with the hospital's enrolment secret, an hour of ten-minute readings. */
const speakUnregistered = async (
  code: string,
): Promise<{ id: number; login: { username: string; password: string } }> => {
  const { content } = await askApi<{ content: { id: number; code: string }[] }>('SUPER_ADMIN', 'organizations', {
    query: { size: '50' },
  });
  const id = content.find((each) => each.code === HOSPITAL)?.id ?? 0;
  const { credential } = await askApi<{ credential: { secret: string } }>(
    'SUPER_ADMIN',
    `organizations/${id}/enrolment`,
    { body: {} },
  );
  const login = { username: `${HOSPITAL}:${code}`, password: credential.secret };
  const frames = Array.from({ length: 6 }, (_, i) => ({
    time: new Date(Date.now() - (6 - i) * 600_000).toISOString(),
    readings: { CO2: 600 + 20 * i, TEMPERATURE: 22 + i / 10 },
  }));
  await speak(servers().demo.mqttUrl, login, { organization: HOSPITAL, code }, frames);
  return { id, login };
};
const HOSPITAL = '10000002';

test('claim a device: one that speaks unregistered is looked at, registered, and appears live', async ({ page }) => {
  const line = await slowLine(page);
  await speakUnregistered('E2E-U1');
  await openAs(page, 'SUPER_ADMIN', '/management/setting/unregistered?search=E2E-U1');
  await page.getByRole('table').getByRole('button', { name: 'E2E-U1', exact: true }).click();
  await button(page, '등록').click();
  const dialog = page.getByRole('dialog', { name: ko.device.registration.title });
  await expect(dialog.getByRole('img')).toHaveCount(2);
  await expect(dialog.getByText('600~700 ppm')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: '측정 간격' })).toHaveValue('600');
  await expectAccessible(page, 'registration');
  await pick(page, '부서', '응급');
  const name = dialog.getByRole('textbox', { name: '이름', exact: true });
  await name.fill('등록한 측정기');
  await dialog.getByRole('checkbox', { name: '온도 센서로 등록' }).uncheck();
  await dialog.getByRole('textbox', { name: 'CO₂ 센서 이름' }).fill('창가 CO2');

  // The device of this journey takes its secret from the screen.
  await dialog.getByRole('switch', { name: ko.admin.field.receives_secret }).click();

  await line.cut();
  const register = dialog.getByRole('button', { name: ko.device.registration.action, exact: true });
  await register.click();
  await confirmSave(page);
  await expect(dialog.getByRole('alert')).toContainText(network);
  await expect(name).toHaveValue('등록한 측정기');
  await line.mend();
  await register.click();
  await confirmSave(page);
  const shown = page.getByRole('alertdialog');
  await expect(shown.getByText('이 기기는 아래 비밀키로만')).toBeVisible();
  const [username = '', password = ''] = await shown.locator('code').allInnerTexts();
  await button(page, '보관했습니다').click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(ko.admin.empty.noMatch)).toBeVisible();

  await go(page, '/monitoring/meter?meter=등록한');
  const card = page.getByRole('article').filter({ hasText: '등록한 측정기' });
  await expect(card).toBeVisible();
  const place = { organization: HOSPITAL, code: 'E2E-U1' };
  await speak(servers().demo.mqttUrl, { username, password }, place, { readings: { CO2: 1_540 } });
  await expect(card).toContainText('1,540');

  // Its stored readings are its history.
  await go(page, '/management/setting/measuring?search=E2E-U1');
  await page.getByRole('table').getByRole('button', { name: '등록한 측정기', exact: true }).click();
  await button(page, '데이터 품질').click();
  await expect(page.getByRole('heading', { level: 1, name: '등록한 측정기' })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await expect(page.getByText('대기 중인 측정값이 없습니다.')).toBeVisible();
  }).toPass();
});

test('monthly export: from History to an Excel file that opens with its Hangul', async ({ page }) => {
  const line = await slowLine(page);
  const { recordDay } = servers().demo;
  const { id } = await meterNamed(PLACES.recordMeter.name);
  await openAs(page, 'LOCAL_USER', historyAt('instrumenta', { meter: id }));
  await unfold(page);
  await choose(page, ko.history.period.label, ko.history.period.month);
  if (recordDay.slice(0, 7) !== siteDay(0).slice(0, 7)) await button(page, ko.history.period.back).click();
  await expect(page.getByText(`${recordDay} 11:00`)).toBeVisible();
  await page.getByRole('button', { name: 'Excel / CSV' }).click();
  const dialog = page.getByRole('dialog', { name: ko.common.export.title });
  const name = dialog.getByLabel(ko.common.export.name);
  await name.fill('순찰 보고서 11월');

  await line.cut();
  const start = button(page, ko.common.export.start);
  await start.click();
  await expect(dialog.getByRole('alert')).toContainText(network);
  await expect(name).toHaveValue('순찰 보고서 11월');
  await line.mend();
  const [file] = await Promise.all([page.waitForEvent('download'), start.click()]);
  expect(file.suggestedFilename()).toBe('순찰 보고서 11월.xlsx');
  const [sheet] = readXlsx(await readFile(await file.path()));
  const texts = (sheet?.rows ?? []).map((row) => row.map((cell) => cell?.value ?? ''));
  const hours = texts.filter((row) => row.includes(PLACES.recordMeter.name));
  expect(hours.length).toBeGreaterThanOrEqual(RECORD.hours.length);
  for (const { mean } of RECORD.hours) expect(hours.flat()).toContain(`${mean}`);
  expect(texts.flat().join(' ')).toContain(ko.history.column.completeness);
  expect(hours.flat()).toEqual(expect.arrayContaining(['한빛초등학교', '시험동', '기록실']));
  await expect(page.getByText('순찰 보고서 11월.xlsx 파일을 내려받았습니다.')).toBeVisible();
  await waitForRows(page, Math.min(hours.length, 12));
});
