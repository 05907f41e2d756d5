import { ko } from '@airdeck/phrases/ko';
import { expect, type Page } from '@playwright/test';

/** Presses Save of the form in front; errors are shown there, without a question. */
export const pressSave = (page: Page): Promise<void> =>
  page.getByRole('button', { name: ko.admin.save, exact: true }).click();

/** The question before something is saved. */
export const saveQuestion = (page: Page) =>
  page.getByRole('alertdialog', { name: new RegExp(`^(${ko.dialog.change}|${ko.dialog.add})`.replaceAll('?', '\\?')) });

/** Answers it, as the Enter key does: the button that saves has the focus. */
export const confirmSave = async (page: Page): Promise<void> => {
  const yes = saveQuestion(page).getByRole('button', { name: new RegExp(`^(${ko.button.change}|${ko.button.add})$`) });
  await expect(yes).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(saveQuestion(page)).toHaveCount(0);
};

/** Saves the form in front, and confirms its changes. */
export const save = async (page: Page): Promise<void> => {
  await pressSave(page);
  await confirmSave(page);
};
