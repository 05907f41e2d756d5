import { describe, expect, it } from 'vitest';
import { countBelow, errorsOf, mapOfText, moved, textOfMap, valueAt, withValue } from './map-value.ts';

const MAP = { name: 'ERV', reads: [{ sensor: 'co2', register: 3 }, { sensor: 'rh' }] };

describe('a value at a path', () => {
  it('is replaced in a copy, in its place of the JSON', () => {
    const next = withValue(MAP, 'reads.0.register', 9);
    expect(JSON.stringify(next)).toBe('{"name":"ERV","reads":[{"sensor":"co2","register":9},{"sensor":"rh"}]}');
    expect(MAP.reads[0]?.register).toBe(3);
  });

  it('is removed by undefined', () => {
    expect(withValue(MAP, 'reads.0.register', undefined)).toEqual({
      name: 'ERV',
      reads: [{ sensor: 'co2' }, { sensor: 'rh' }],
    });
  });

  it('gets the objects on its way', () => {
    expect(withValue({}, 'purifier.power', { table: 'COIL' })).toEqual({ purifier: { power: { table: 'COIL' } } });
    expect(withValue({ reads: [7] }, 'reads.0.sensor', 'a')).toEqual({ reads: [{ sensor: 'a' }] });
  });

  it('is undefined where there is none, and in no prototype', () => {
    expect(valueAt(MAP, 'reads.5.register')).toBeUndefined();
    expect(valueAt(MAP, 'reads.0.constructor')).toBeUndefined();
    expect(valueAt(MAP, 'reads.1.sensor')).toBe('rh');
  });
});

describe('a text', () => {
  it('is a map only if it is a JSON object, and stays as it is otherwise', () => {
    expect(mapOfText('{"name":"A"}')).toEqual({ name: 'A' });
    expect(mapOfText('{"name":')).toBe('{"name":');
    expect(mapOfText('[1]')).toBe('[1]');
    expect(mapOfText(' \n')).toBeNull();
  });

  it('is shown as it was typed while it is no map', () => {
    expect(textOfMap('{"name":')).toBe('{"name":');
    expect(textOfMap({ name: 'A' })).toBe('{\n  "name": "A"\n}');
  });
});

it('moves an element of a list, and not beyond its ends', () => {
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b'], 0, -1)).toEqual(['a', 'b']);
});

it('finds the errors by path, and counts those of a row without those of the tenth', () => {
  const row = { sensor: 'a', table: 'HOLDING', register: 1 };
  const reads = Array.from({ length: 11 }, (_, i) => ({ ...row, sensor: `s${i}`, ...(i === 10 && { register: 'x' }) }));
  const errors = errorsOf({ name: 'A', reads: [{ ...row, register: 70_000, factor: 0 }, ...reads.slice(1)] });
  expect([...errors]).toEqual([
    ['reads.0.factor', 'INVALID'],
    ['reads.0.register', 'TOO_LARGE'],
    ['reads.10.register', 'INVALID'],
  ]);
  expect(countBelow(errors, 'reads.0')).toBe(2);
  expect(countBelow(errors, 'reads.1')).toBe(0);
  expect(errorsOf('{').get('')).toBe('INVALID');
  expect(errorsOf(null).size).toBe(0);
});
