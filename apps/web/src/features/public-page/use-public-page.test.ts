import type { PublicPage } from '@airdeck/contract/public-page/routes';
import { expect, test } from 'vitest';
import { afterAnswer } from './use-public-page.ts';

const page: PublicPage = { organization: 'School', time: '', time_zone: 'Asia/Seoul', meters: [], left_out: 0 };

test('keeps the last values while the server does not answer, and drops them when the page is gone', () => {
  const shown = afterAnswer({ page: null, state: 'LOADING' }, 200, page);
  expect(shown).toEqual({ page, state: 'SHOWN' });
  const failed = afterAnswer(shown, null, null);
  expect(failed).toEqual({ page, state: 'FAILED' });
  expect(afterAnswer(failed, 429, null)).toEqual({ page, state: 'FAILED' });
  expect(afterAnswer(failed, 404, null)).toEqual({ page: null, state: 'GONE' });
});
