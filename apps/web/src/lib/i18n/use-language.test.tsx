// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import { afterEach, expect, test } from 'vitest';
import { startTexts } from './i18n.ts';
import { useLanguage } from './use-language.ts';

afterEach(cleanup);

const Shown = () => <p>{useLanguage()}</p>;

test('renders again in the language that is switched to', async () => {
  await startTexts();
  await act(() => i18next.changeLanguage('ko'));
  render(<Shown />);
  expect(screen.getByText('ko')).toBeTruthy();
  await act(() => i18next.changeLanguage('en'));
  expect(screen.getByText('en')).toBeTruthy();
});
