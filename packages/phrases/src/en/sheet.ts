import type { sheet as model } from '../ko/sheet.ts';
import type { Translated } from '../translated.ts';

export const sheet: Translated<typeof model> = {
  time: 'Measured at',
  from: 'From',
  to: 'Until',
  bucket: { hour: 'Time', day: 'Date', month: 'Month', year: 'Year' },
  utc: 'Time zone (UTC)',
  purifier: 'Purifier',
  workMode: 'State',
  sensor: 'Sensor',
  sequence: 'Sensor number',
  unit: 'Unit',
  mean: 'mean',
  min: 'min',
  max: 'max',
  count: 'Readings',
  completeness: 'Received (%)',
  minutes: 'min',
  hours: 'h',
  unknownMinutes: 'Not reported (min)',
  filterPeriod: 'Filter replacement period (h)',
  reservedStart: 'Reserved start',
  reservedEnd: 'Reserved end',
};
