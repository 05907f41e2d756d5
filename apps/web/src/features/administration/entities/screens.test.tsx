// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { ADMINISTRATION, ADMINISTRATION_KEYS } from './screens.ts';

test.each(ADMINISTRATION_KEYS)('%s is listed with the texts and the policy of what it loads', async (key) => {
  const { entity, load } = ADMINISTRATION[key];
  const { title, entity: loaded, routes } = await load();
  expect([title, loaded, routes.list.access]).toEqual([key, entity, { action: 'read', entity }]);
});
