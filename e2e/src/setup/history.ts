import type { ChoiceMeter, Choices } from '@airdeck/contract/history/schema';
import type { Session } from '@airdeck/contract/session/schema';
import type { Role } from '@airdeck/domain/role';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { expect, type Locator, type Page } from '@playwright/test';
import { PLACES, servers } from './servers.ts';

const TEXTS = { ko, en };

/** Opens an address as a link in a mail is opened: Login comes first, then what one wanted to see. */
export const openAs = async (page: Page, role: Role, address: string, language: 'ko' | 'en' = 'ko'): Promise<void> => {
  const { title, role: roles } = TEXTS[language].session;
  await page.goto(servers().demo.url + address);
  if (language === 'en') await choose(page, ko.common.language.label, 'English');
  // The demo's own way in: the form takes thirty logins a minute.
  await page.getByRole('button', { name: roles[role] }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};

/** What the API answers; a busy server asks for patience. */
const answerOf = async <T>(path: string, init: RequestInit): Promise<T> => {
  let answer = new Response();
  await expect(async () => {
    answer = await fetch(`${servers().demo.url}/api/v1/${path}`, init);
    expect(answer.status).toBe(200);
  }).toPass();
  return (await answer.json()) as T;
};

const sessions = new Map<Role, Promise<Session>>();

const sessionOf = (role: Role): Promise<Session> => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ authority: role });
  const session = sessions.get(role) ?? answerOf<Session>('demo/login', { method: 'POST', headers, body });
  sessions.set(role, session);
  return session;
};

/** Asks the API what the screens show, past the browser. */
export const ask = async <T>(role: Role, path: string, query: Record<string, string> = {}): Promise<T> => {
  const headers = { authorization: `Bearer ${(await sessionOf(role)).access_token}` };
  return answerOf(`history/${path}?${new URLSearchParams(query)}`, { headers });
};

/** A meter that can be chosen, by its name. */
export const meterNamed = async (name: string): Promise<ChoiceMeter> => {
  const { meters } = await ask<Choices>('SUPER_ADMIN', 'choices');
  const meter = meters.find((each) => each.name === name);
  if (meter === undefined) throw new Error(`no meter is called ${name}`);
  return meter;
};

/** Address of a history screen; keys as they stand in it. */
export const historyAt = (screen: string, query: Record<string, string | number>): string =>
  `/current/current/${screen}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))}`;

/** The record meter on its day: rows that no test changes. */
export const recordQuery = async () => {
  const { recordDay } = servers().demo;
  const meter = await meterNamed(PLACES.recordMeter.name);
  return { meter: meter.id, period: 'free', from: recordDay, to: recordDay };
};

/** What a table shows: a record for each row, by the headings without their units. */
export const rowsOf = (table: Locator): Promise<Record<string, string>[]> =>
  table.evaluate((element) => {
    const texts = (cells: NodeListOf<HTMLElement>) => [...cells].map(({ innerText }) => innerText.trim());
    const names = texts(element.querySelectorAll('thead th')).map((text) => text.split(/\s*\n/)[0] ?? '');
    return [...element.querySelectorAll('tbody tr')].map((row) =>
      Object.fromEntries(texts(row.querySelectorAll('td')).map((text, i) => [names[i] ?? '', text])),
    );
  });

/** The rows as soon as there are so many, and no others on their way, for which older ones stay in sight. */
export const waitForRows = async (page: Page, count: number): Promise<Record<string, string>[]> => {
  const table = page.getByRole('table');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(table.locator('tbody tr')).toHaveCount(count);
  return rowsOf(table);
};

/** Picks an option of a field as a person does: type, then take it from the list. */
export const pick = async (page: Page, field: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
};

/** One of a few in sight: what is drawn over the radio button is what one presses. */
export const choose = (page: Page, group: string, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
