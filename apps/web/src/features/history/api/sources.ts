import { LEVELS, type Level } from '@airdeck/contract/history/query';
import {
  exportMeterAverages,
  exportMeterReadings,
  exportPlaceAverages,
  exportPurifierMinutes,
  exportPurifierStates,
  exportSensorAverages,
  exportSensorReadings,
  getMeterAverages,
  getMeterReadings,
  getPlaceAverages,
  getPurifierMinutes,
  getPurifierStates,
  getSensorAverages,
  getSensorReadings,
} from '@airdeck/contract/history/routes';
import type {
  MeterAverage,
  MeterReading,
  PlaceAverage,
  PurifierMinutes,
  PurifierSpan,
  SensorAverage,
  SensorReading,
} from '@airdeck/contract/history/schema';
import type { Page } from '@airdeck/contract/paging';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { call, download } from '../../../lib/api/call.ts';
import type { FileOptions } from '../../../shared/export/use-export.ts';
import { averaged, averagedByLevel, type HistoryRequest, measured } from '../model/history-request.ts';
import type { History } from '../model/use-history.ts';

/** `page` is zero-based, as the API counts. */
export interface Paging {
  page: number;
  size: number;
  sort: string[];
}

export interface ExportOptions extends FileOptions {
  sort: string[];
}

/** A source of rows: page by page, or all of them as a file. */
export interface Source<Row> {
  name: string;
  /** The default order, and the fields that rows can be ordered by. */
  order: string;
  sortable: readonly string[];
  page: (request: HistoryRequest, paging: Paging, signal: AbortSignal) => Promise<Page<Row>>;
  file: (request: HistoryRequest, options: ExportOptions, signal: AbortSignal) => Promise<Blob>;
}

const NAMES = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;
const BY_TIME = { order: 'time,DESC', sortable: ['time'] };

export const METER_READINGS: Source<MeterReading> = {
  name: 'meterReadings',
  ...BY_TIME,
  page: (request, paging, signal) => call(getMeterReadings, { query: { ...measured(request), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportMeterReadings, { query: { ...measured(request), ...options }, signal }),
};

export const SENSOR_READINGS: Source<SensorReading> = {
  name: 'sensorReadings',
  ...BY_TIME,
  page: (request, paging, signal) => call(getSensorReadings, { query: { ...measured(request), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportSensorReadings, { query: { ...measured(request), ...options }, signal }),
};

export const METER_AVERAGES: Source<MeterAverage> = {
  name: 'meterAverages',
  order: 'start,DESC',
  sortable: ['start', ...NAMES, 'index', ...SENSOR_TYPES],
  page: (request, paging, signal) => call(getMeterAverages, { query: { ...averaged(request), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportMeterAverages, { query: { ...averaged(request), ...options }, signal }),
};

/** Averages of places: each level is a separate source, whose previous page must not be shown for another level. */
const placeAverages = (level: Level): Source<PlaceAverage> => ({
  name: `${level}Averages`,
  order: 'start,DESC',
  sortable: ['start', ...NAMES.slice(0, 1 + LEVELS.indexOf(level)), 'index', ...SENSOR_TYPES],
  page: (request, paging, signal) =>
    call(getPlaceAverages, { query: { ...averagedByLevel(request, level), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportPlaceAverages, { query: { ...averagedByLevel(request, level), ...options }, signal }),
});

export const PLACE_AVERAGES: Readonly<Record<Level, Source<PlaceAverage>>> = {
  organization: placeAverages('organization'),
  office: placeAverages('office'),
  department: placeAverages('department'),
};

export const SENSOR_AVERAGES: Source<SensorAverage> = {
  name: 'sensorAverages',
  order: 'start,DESC',
  sortable: ['start', ...NAMES, 'sensor_name', 'mean', 'min', 'max', 'count'],
  page: (request, paging, signal) => call(getSensorAverages, { query: { ...averaged(request), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportSensorAverages, { query: { ...averaged(request), ...options }, signal }),
};

/** States have no step. */
function stated(request: HistoryRequest) {
  const { step: _, ...query } = measured(request);
  return { ...query, ...(request.modes && { workMode: [...request.modes] }) };
}

export const PURIFIER_STATES: Source<PurifierSpan> = {
  name: 'purifierStates',
  ...BY_TIME,
  page: (request, paging, signal) => call(getPurifierStates, { query: { ...stated(request), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportPurifierStates, { query: { ...stated(request), ...options }, signal }),
};

export const PURIFIER_MINUTES: Source<PurifierMinutes> = {
  name: 'purifierMinutes',
  order: 'start,DESC',
  sortable: ['start'],
  page: (request, paging, signal) => call(getPurifierMinutes, { query: { ...averaged(request), ...paging }, signal }),
  file: (request, options, signal) =>
    download(exportPurifierMinutes, { query: { ...averaged(request), ...options }, signal }),
};

/** The source of a screen's rows and of its file. */
export function sourceOf({
  kind,
  averages,
  step,
  level,
}: Pick<History, 'kind' | 'averages' | 'step' | 'level'>): Source<unknown> {
  switch (kind) {
    case 'meter':
      if (level !== undefined) return PLACE_AVERAGES[level];
      return averages ? METER_AVERAGES : METER_READINGS;
    case 'sensor':
      return averages ? SENSOR_AVERAGES : SENSOR_READINGS;
    case 'purifier':
      return step === 'each' ? PURIFIER_STATES : PURIFIER_MINUTES;
  }
}
