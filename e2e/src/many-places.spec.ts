import { expect, type Page, test } from '@playwright/test';
import { pressSave, saveQuestion } from './setup/save.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const DEPARTMENTS = '/management/organization/department';
const SCHOOL = '나래교육지원청';
const COUNT = 301;

interface Added {
  id: number;
  version: number;
}

/** Sends a request as the user of the page. */
const send = async (page: Page, method: string, path: string, body?: object): Promise<Added> => {
  const token = await page.evaluate(() => sessionStorage.getItem('access_token'));
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const answer = await fetch(`${servers().demo.url}/api/v1/${path}`, init);
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Added;
};

/** An organization out of use, which other tests do not see on their screens, with two offices and 301 departments. */
const addPlaces = async (page: Page): Promise<Added> => {
  const organization = await send(page, 'POST', 'organizations', { code: '77000301', name: SCHOOL, use: 'N' });
  const office = (name: string) => send(page, 'POST', 'offices', { organization_id: organization.id, name });
  const offices = [await office('제2교사동'), await office('제10교사동')];
  for (let number = COUNT; number > 0; number--) {
    await send(page, 'POST', 'departments', { office_id: offices[(number + 1) % 2]?.id, name: `${number}반` });
  }
  return organization;
};

test('a list of 301 departments is narrowed, sorted by numbers, and each can be picked by its path', async ({
  page,
}) => {
  await openAs(page, 'SUPER_ADMIN', DEPARTMENTS);
  const organization = await addPlaces(page);
  try {
    // The filter, in the address too.
    const filter = page.getByRole('combobox', { name: '기관' });
    await filter.fill(SCHOOL);
    await page.getByRole('option', { name: SCHOOL }).click();
    await expect(page).toHaveURL(new RegExp(`filter=.*organizationId.*${organization.id}`));
    const cells = page.getByRole('table').locator('tbody tr');
    await expect(cells.first()).toContainText('제2교사동');
    await expect(cells.first()).toContainText(/(^|\D)1반/);
    await expect(cells.nth(1)).toContainText('3반');
    await expect(cells.nth(5)).toContainText('11반');
    await page.reload();
    await expect(filter).toHaveValue(SCHOOL);
    await expect(cells.nth(5)).toContainText('11반');

    // The form of a department offers the offices of its organization only, and follows the typed text at once.
    await page.getByRole('button', { name: '11반', exact: true }).click();
    const office = page.getByRole('dialog').getByRole('combobox', { name: '본부' });
    await expect(office).toHaveValue('제2교사동');
    await office.click();
    await expect(page.getByRole('option')).toHaveText([/^제2교사동/, /^제10교사동/]);
    await page.keyboard.type('10교');
    await expect(page.getByRole('option')).toHaveText([/^제10교사동/]);
    await page.getByRole('option').click();
    await pressSave(page);
    await expect(saveQuestion(page)).toContainText(`${SCHOOL} · 제2교사동 → ${SCHOOL} · 제10교사동`);
    await saveQuestion(page).getByRole('button', { name: '취소' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '취소' }).click();
    await page.getByRole('button', { name: '저장하지 않고 닫기' }).click();

    // All of them are reachable by scrolling, which keeps its place while more are read.
    await page.goto(`${servers().demo.url}/management/setting/measuring?open=new`);
    const department = page.getByRole('dialog').getByRole('combobox', { name: '부서' });
    await department.fill(SCHOOL);
    const options = page.getByRole('option');
    await expect(options).toHaveCount(50);
    const list = page.getByRole('listbox');
    for (let count = 50; count < COUNT; count += 50) {
      await expect(options).toHaveCount(count);
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await expect(options).toHaveCount(Math.min(count + 50, COUNT));
      expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
    }
    await expect(options.last()).toContainText('300반');
    await department.fill('나래 제2교 301');
    await expect(options).toHaveText([`301반${SCHOOL} · 제2교사동`]);
  } finally {
    const { version } = await send(page, 'GET', `organizations/${organization.id}`);
    await send(page, 'DELETE', `organizations/${organization.id}?version=${version}`);
  }
});
