import { expect, it } from 'vitest';
import { missingColumns, parseColumnMap } from './column-map.ts';
import { detectMap } from './known-maps.ts';
import { RecordingError } from './recording-error.ts';

const header = ['Timestamp', 'co2', 'temp', 'a=b'];

it('reads a map from the command line', () => {
  expect(parseColumnMap('co2=CO2:2@ppb, temp=TEMPERATURE@°F,a=b=PM2.5', header)).toEqual({
    name: 'your map',
    time: 'Timestamp',
    readings: [
      { column: 'co2', type: 'CO2', key: 'CO2:2', unit: 'ppb' },
      { column: 'temp', type: 'TEMPERATURE', key: 'TEMPERATURE', unit: '°F' },
      { column: 'a=b', type: 'PM2.5', key: 'PM2.5' },
    ],
  });
  expect(parseColumnMap('co2=CO2', header, 'when').time).toBe('when');
});

it.each([
  ['co2', 'is not a column map'],
  ['co2=VOC', '"VOC" is not a sensor'],
  ['co2=CO2:0', 'is not a sensor'],
  ['co2=CO2@mg/m3', 'CO2 does not come in "mg/m3": it may be ppm, ppb'],
  ['a=TEMPERATURE@F,b=TEMPERATURE:2', 'TEMPERATURE have to be in one unit'],
])('refuses %s', (text, words) => {
  expect(() => parseColumnMap(text, header)).toThrow(words);
  expect(() => parseColumnMap(text, header)).toThrow(RecordingError);
});

it('says what it misses', () => {
  expect(() => parseColumnMap('co2=CO2', ['co2', 'when'])).toThrow('--time (co2, when)');
  expect(missingColumns(parseColumnMap('co3=CO2,temp=TEMPERATURE', header), header)).toEqual(['co3']);
  expect(() => detectMap(['when', 'voc'])).toThrow('The file has: when, voc');
});
