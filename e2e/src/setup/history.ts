import type { ChoiceMeter, Choices } from '@airdeck/contract/history/schema';
import type { Role } from '@airdeck/domain/role';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { expect, type Locator, type Page } from '@playwright/test';
import { PLACES, servers } from './servers.ts';
import { askApi } from './session.ts';

/** Asks the API what the screens show, past the browser. */
export const ask = <T>(role: Role, path: string, query: Record<string, string> = {}): Promise<T> =>
  askApi(role, `history/${path}`, { query });

/** A meter that can be chosen, by its name. */
export const meterNamed = async (name: string): Promise<ChoiceMeter> => {
  const { meters } = await ask<Choices>('SUPER_ADMIN', 'choices');
  const meter = meters.find((each) => each.name === name);
  if (meter === undefined) throw new Error(`no meter is called ${name}`);
  return meter;
};

/** Address of a history screen, with its query keys. */
export const historyAt = (screen: string, query: Record<string, string | number>): string =>
  `/current/current/${screen}?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, `${value}`]))}`;

/** The record meter on its day: rows that no test changes. */
export const recordQuery = async () => {
  const { recordDay } = servers().demo;
  const meter = await meterNamed(PLACES.recordMeter.name);
  return { meter: meter.id, period: 'free', from: recordDay, to: recordDay };
};

/** The rows of a table: a record each, by the headings without their units. */
export const rowsOf = (table: Locator): Promise<Record<string, string>[]> =>
  table.evaluate((element) => {
    const texts = (cells: NodeListOf<HTMLElement>) => [...cells].map(({ innerText }) => innerText.trim());
    const names = texts(element.querySelectorAll('thead th')).map((text) => text.split(/\s*\n/)[0] ?? '');
    return [...element.querySelectorAll('tbody tr')].map((row) =>
      Object.fromEntries(texts(row.querySelectorAll('td')).map((text, i) => [names[i] ?? '', text])),
    );
  });

/** The rows once there are this many, and no request is pending that still shows older ones. */
export const waitForRows = async (page: Page, count: number): Promise<Record<string, string>[]> => {
  const table = page.getByRole('table');
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(table.locator('tbody tr')).toHaveCount(count);
  return rowsOf(table);
};

/** Picks an option of a field like a person: types, then selects it from the list. */
export const pick = async (page: Page, field: string, text: string): Promise<void> => {
  await page.getByRole('combobox', { name: field }).fill(text);
  await page.getByRole('option', { name: text }).first().click();
};

const EDIT = new RegExp(`^(${ko.history.choose.edit}|${en.history.choose.edit})$`);

/** Conditions fold once there is an answer; this unfolds them. */
export const unfold = (page: Page): Promise<void> => page.getByRole('button', { name: EDIT }).click();

/** A visible option: people press the element drawn over the radio button. */
export const choose = (page: Page, group: string, name: string): Promise<void> =>
  page.getByRole('radiogroup', { name: group }).getByText(name, { exact: true }).click();
