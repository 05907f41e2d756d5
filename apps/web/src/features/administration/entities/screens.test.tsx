// @vitest-environment jsdom
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { placeFiltersOf } from '../model/place-filter.ts';
import { ADMINISTRATION, ADMINISTRATION_KEYS } from './screens.ts';

test.each(ADMINISTRATION_KEYS)('%s is listed with the texts and the policy of what it loads', async (key) => {
  const { entity, load } = ADMINISTRATION[key];
  const { title, entity: loaded, routes } = await load();
  expect([title, loaded, routes.list.access]).toEqual([key, entity, { action: 'read', entity }]);
});

test.each(ADMINISTRATION_KEYS)('%s can be narrowed by every place that its list knows by id', async (key) => {
  const definition = await ADMINISTRATION[key].load();
  const query = Object.keys((definition.routes.list.query as z.ZodObject).shape);
  const known = ['organizationId', 'officeId', 'departmentId'].filter((name) => query.includes(name));
  expect(placeFiltersOf(definition.places).map(({ name }) => name)).toEqual(known);
});
