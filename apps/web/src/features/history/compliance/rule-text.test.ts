import { expect, test } from 'vitest';
import { percentText, worstText } from './rule-text.ts';

test('the worst value has the unit of its limit, so that both compare at a glance', () => {
  expect(worstText({ type: 'HCHO', unit: 'µg/m³' }, { value: 0.0684, reading: true }, 'en')).toBe('68.4 µg/m³');
  expect(worstText({ type: 'HCHO', unit: 'mg/m³' }, { value: 0.068, reading: true }, 'en')).toBe('0.068 mg/m³');
  expect(worstText({ type: 'CO2', unit: 'ppm' }, { value: 1284.4, reading: false }, 'en')).toBe('1,284.4 ppm');
});

test('a share below one is not written as 100 %', () => {
  expect(percentText(0.9998, 'en')).toBe('99.9 %');
  expect(percentText(1, 'en')).toBe('100.0 %');
  expect(percentText(null, 'en')).toBe('–');
});
