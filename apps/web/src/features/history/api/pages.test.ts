// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { sortOf } from './pages.ts';
import { METER_AVERAGES, METER_READINGS } from './sources.ts';

it.each([
  [METER_READINGS, undefined, ['time,DESC']],
  [METER_READINGS, ['time,ASC'], ['time,ASC']],
  // Left over from the averages: readings cannot be ordered by it.
  [METER_READINGS, ['index,DESC'], ['time,DESC']],
  [METER_AVERAGES, ['index,DESC', 'meter_name,ASC'], ['index,DESC', 'meter_name,ASC']],
  [METER_AVERAGES, ['PM2.5,DESC', 'time,ASC'], ['PM2.5,DESC']],
  [METER_AVERAGES, ['index', 'index,SIDEWAYS', 'password,ASC'], ['start,DESC']],
])('$0.name $1: $2', (source, sort, order) => expect(sortOf(source, sort)).toEqual(order));
