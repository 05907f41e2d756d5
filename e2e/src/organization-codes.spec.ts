import { expect, test } from '@playwright/test';
import { pickOrganization } from './setup/pick-organization.ts';
import { pressSave, save } from './setup/save.ts';
import { servers } from './setup/servers.ts';
import { openAs } from './setup/session.ts';

const ORGANIZATIONS = '/management/organization/institutional';
const GATEWAYS = '/management/setting/gateway';
const [FORMER, CURRENT] = ['95500001', '95500002'] as const;

test('an organization gets another code, and the former one is ended; its gateway is renewed and revoked', async ({
  page,
}) => {
  await openAs(page, 'SUPER_ADMIN', ORGANIZATIONS);
  await page.getByRole('button', { name: '추가' }).click();
  await page.getByRole('textbox', { name: '코드' }).fill(FORMER);
  await page.getByRole('textbox', { name: '이름', exact: true }).fill('코드 학교');
  await save(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(servers().demo.url + GATEWAYS);
  await page.getByRole('button', { name: '추가' }).click();
  await pickOrganization(page, '코드 학교');
  await page.getByRole('textbox', { name: '코드' }).fill('E2E-GW');
  await save(page);
  const secret = page.getByRole('alertdialog');
  await expect(secret.locator('code').first()).toHaveText(`${FORMER}:E2E-GW`);
  await secret.getByRole('button', { name: '보관했습니다' }).click();
  await expect(secret).toHaveCount(0);

  await page.goto(`${servers().demo.url}${ORGANIZATIONS}?search=${FORMER}`);
  await page.getByRole('table').getByRole('button', { name: '코드 학교', exact: true }).click();
  await page.getByRole('textbox', { name: '코드' }).fill(CURRENT);
  await pressSave(page);
  const question = page.getByRole('alertdialog', { name: '기관 코드를 바꾸시겠습니까?' });
  await expect(question.getByText('기기 1대')).toBeVisible();
  await expect(question.getByRole('button', { name: '변경' })).toBeDisabled();
  await question.getByRole('textbox', { name: '확인을 위해 새 코드' }).fill(CURRENT);
  await question.getByRole('button', { name: '변경' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.goto(`${servers().demo.url}${ORGANIZATIONS}?search=${CURRENT}`);
  await page.getByRole('table').getByRole('button', { name: '코드 학교', exact: true }).click();
  await page.getByRole('button', { name: '이전 기관 코드' }).click();
  await page.getByRole('button', { name: `이전 코드 ${FORMER} 종료` }).click();
  const end = page.getByRole('alertdialog', { name: `이전 코드 ${FORMER} 종료` });
  await expect(end.getByText(/최근 7일 동안 쓴 기기 \d+대/)).toBeVisible();
  await end.getByRole('button', { name: '종료' }).click();
  await expect(page.getByText('쓸 수 있는 이전 코드가 없습니다.')).toBeVisible();

  await page.goto(`${servers().demo.url}${GATEWAYS}?search=E2E-GW`);
  await page.getByRole('table').getByRole('button', { name: 'E2E-GW', exact: true }).click();
  await page.getByRole('button', { name: '새 비밀키' }).click();
  await page.getByRole('button', { name: '새로 만들기' }).click();
  await expect(page.getByRole('alertdialog').locator('code').first()).toHaveText(`${CURRENT}:E2E-GW`);
  await page.getByRole('button', { name: '보관했습니다' }).click();
  await page.getByRole('button', { name: '삭제' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '삭제' }).click();
  await expect(page.getByText('조건에 맞는 항목이 없습니다.')).toBeVisible();
});
