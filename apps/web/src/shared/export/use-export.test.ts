// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { z } from 'zod';
import { uuid } from './use-export.ts';

test('a version 4 UUID, another one each time', () => {
  const ids = Array.from({ length: 200 }, uuid);
  for (const id of ids) expect(z.uuidv4().safeParse(id).success).toBe(true);
  expect(new Set(ids).size).toBe(200);
});
