import { expect, type Page } from '@playwright/test';

/** Picks the organization of the form in front. Its list has a filter of the same name, which is there before the form. */
export const pickOrganization = async (page: Page, text: string): Promise<void> => {
  const field = page.getByRole('dialog').getByRole('combobox', { name: '기관' });
  await field.fill(text);
  // Until the answer to the search has replaced the first list: an option that moves while it is pressed is not picked.
  await expect(page.getByRole('option').filter({ hasNotText: text })).toHaveCount(0);
  await page.getByRole('option', { name: text }).first().click();
  await expect(field).toHaveValue(text);
};
