import { expect, test } from 'vitest';
import { laboratoryResult } from './yearly.ts';

const result = { quantity: 'PM10', place: '1층', lowest: 30, highest: 50, mean: 40 };
const errorsOf = (part: object) =>
  laboratoryResult
    .safeParse({ ...result, ...part })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? [];

test.each([
  [{}, []],
  [{ lowest: null, highest: null }, []],
  [{ lowest: 60 }, [['highest', 'NOT_BETWEEN']]],
  [{ mean: 29 }, [['mean', 'NOT_BETWEEN']]],
  [{ mean: 51, lowest: null }, [['mean', 'NOT_BETWEEN']]],
  [{ mean: null }, [['mean', 'REQUIRED']]],
  [{ mean: Number.NaN }, [['mean', 'INVALID']]],
  [{ times: null }, [['times', 'REQUIRED']]],
])('a result with %j has the errors %j', (part, expected) => {
  expect(errorsOf(part)).toEqual(expected);
});
