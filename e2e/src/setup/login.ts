import type { Role } from '@airdeck/domain/role';
import type { Page } from '@playwright/test';
import { type LoginForm, servers } from './servers.ts';

/** Where Monitoring starts: with the organizations, or with the offices of the only one that the user sees. */
export const START = /\/monitoring\/(agency|grade\/\d+)$/;

/** Fills in the login form as a person does. */
export const fillLogin = async (page: Page, { code, id, password }: LoginForm): Promise<void> => {
  await page.getByLabel(/기관 코드|Organization code/).fill(code);
  await page.getByLabel(/아이디|^ID/).fill(id);
  await page.getByRole('textbox', { name: /^(비밀번호|Password)/ }).fill(password);
  await page.getByRole('button', { name: /^(로그인|Log in)$/ }).click();
};

/** Logs in to the demo and waits for Monitoring. */
export const enter = async (page: Page, role: Role): Promise<void> => {
  const { url, logins } = servers().demo;
  await page.goto(url);
  await fillLogin(page, logins[role]);
  await page.waitForURL(START);
};
