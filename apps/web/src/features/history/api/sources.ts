import type { ExportFormat } from '@airdeck/contract/history/query';
import {
  exportMeterAverages,
  exportMeterReadings,
  exportPurifierMinutes,
  exportPurifierStates,
  exportSensorAverages,
  exportSensorReadings,
  getMeterAverages,
  getMeterReadings,
  getPurifierMinutes,
  getPurifierStates,
  getSensorAverages,
  getSensorReadings,
} from '@airdeck/contract/history/routes';
import type {
  MeterAverage,
  MeterReading,
  PurifierMinutes,
  PurifierSpan,
  SensorAverage,
  SensorReading,
} from '@airdeck/contract/history/schema';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { call, download } from '../../../lib/api/call.ts';
import { type Asked, averaged, measured } from './asked.ts';

export interface Paged<Row> {
  content: Row[];
  totalPages: number;
  totalElements: number;
}

/** `page` is zero-based, as the API counts. */
export interface Paging {
  page: number;
  size: number;
  sort: string[];
}

export interface FileWish {
  format: ExportFormat;
  /** Without its ending; the server's own name when left out, as the sheet's. */
  name: string | undefined;
  sheet: string | undefined;
  exportId: string;
  sort: string[];
}

/** Where rows come from: page by page, or all of them as a file. */
export interface Source<Row> {
  name: string;
  /** The order when none is asked for, and fields that can be ordered by. */
  order: string;
  sortable: readonly string[];
  page: (asked: Asked, paging: Paging, signal: AbortSignal) => Promise<Paged<Row>>;
  file: (asked: Asked, wish: FileWish, signal: AbortSignal) => Promise<Blob>;
}

const NAMES = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;
const BY_TIME = { order: 'time,DESC', sortable: ['time'] };

export const METER_READINGS: Source<MeterReading> = {
  name: 'meterReadings',
  ...BY_TIME,
  page: (asked, paging, signal) => call(getMeterReadings, { query: { ...measured(asked), ...paging }, signal }),
  file: (asked, wish, signal) => download(exportMeterReadings, { query: { ...measured(asked), ...wish }, signal }),
};

export const SENSOR_READINGS: Source<SensorReading> = {
  name: 'sensorReadings',
  ...BY_TIME,
  page: (asked, paging, signal) => call(getSensorReadings, { query: { ...measured(asked), ...paging }, signal }),
  file: (asked, wish, signal) => download(exportSensorReadings, { query: { ...measured(asked), ...wish }, signal }),
};

export const METER_AVERAGES: Source<MeterAverage> = {
  name: 'meterAverages',
  order: 'start,DESC',
  sortable: ['start', ...NAMES, 'index', ...SENSOR_TYPES],
  page: (asked, paging, signal) => call(getMeterAverages, { query: { ...averaged(asked), ...paging }, signal }),
  file: (asked, wish, signal) => download(exportMeterAverages, { query: { ...averaged(asked), ...wish }, signal }),
};

export const SENSOR_AVERAGES: Source<SensorAverage> = {
  name: 'sensorAverages',
  order: 'start,DESC',
  sortable: ['start', ...NAMES, 'sensor_name', 'mean', 'min', 'max', 'count'],
  page: (asked, paging, signal) => call(getSensorAverages, { query: { ...averaged(asked), ...paging }, signal }),
  file: (asked, wish, signal) => download(exportSensorAverages, { query: { ...averaged(asked), ...wish }, signal }),
};

/** States have no step. */
function stated(asked: Asked) {
  const { step: _, ...query } = measured(asked);
  return query;
}

export const PURIFIER_STATES: Source<PurifierSpan> = {
  name: 'purifierStates',
  ...BY_TIME,
  page: (asked, paging, signal) => call(getPurifierStates, { query: { ...stated(asked), ...paging }, signal }),
  file: (asked, wish, signal) => download(exportPurifierStates, { query: { ...stated(asked), ...wish }, signal }),
};

export const PURIFIER_MINUTES: Source<PurifierMinutes> = {
  name: 'purifierMinutes',
  order: 'start,DESC',
  sortable: ['start'],
  page: (asked, paging, signal) => call(getPurifierMinutes, { query: { ...averaged(asked), ...paging }, signal }),
  file: (asked, wish, signal) => download(exportPurifierMinutes, { query: { ...averaged(asked), ...wish }, signal }),
};
