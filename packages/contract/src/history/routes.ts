import { z } from 'zod';
import { EXPORTED, exportFile, exportProgress, fileAnswer } from '../export-file.ts';
import { paged, pageQuery } from '../paging.ts';
import { route } from '../route.ts';
import {
  averagesSummaryQuery,
  meterAveragesQuery,
  meterColumnsQuery,
  meterReadingsQuery,
  meterSeriesQuery,
  meterWeekQuery,
  placeAveragesQuery,
  placeSeriesQuery,
  placeWeekQuery,
  purifierMinutesQuery,
  purifierStatesQuery,
  sensorAveragesQuery,
  sensorReadingsQuery,
  sensorSeriesQuery,
  sensorWeekQuery,
} from './query.ts';
import {
  averagesSummary,
  choices,
  meterAverage,
  meterColumns,
  meterReading,
  placeAverage,
  purifierMinutes,
  purifierSpan,
  sensorAverage,
  sensorReading,
  seriesAnswer,
  weekAnswer,
} from './schema.ts';

const access = { action: 'read', entity: 'readings' } as const;

export const getChoices = route({
  method: 'GET',
  path: '/history/choices',
  access,
  summary: 'Meters with their places, sensors and purifiers, for choosing',
  answer: choices,
});

export const getMeterReadings = route({
  method: 'GET',
  path: '/history/meter-readings',
  access,
  isLong: true,
  summary: 'Readings of meters, one row per time, newest first; sort: time',
  query: pageQuery.extend(meterReadingsQuery.shape),
  answer: paged(meterReading),
});

export const getSensorReadings = route({
  method: 'GET',
  path: '/history/sensor-readings',
  access,
  isLong: true,
  summary: 'Readings of sensors, newest first; sort: time',
  query: pageQuery.extend(sensorReadingsQuery.shape),
  answer: paged(sensorReading),
});

export const getMeterAverages = route({
  method: 'GET',
  path: '/history/meter-averages',
  access,
  isLong: true,
  summary: 'Averages of meters by hour, day, month or year, newest first; sort: start, names, index, a type',
  query: pageQuery.extend(meterAveragesQuery.shape),
  answer: paged(meterAverage),
});

export const getPlaceAverages = route({
  method: 'GET',
  path: '/history/place-averages',
  access,
  isLong: true,
  summary: 'Averages of places by hour, day, month or year: means of their meters',
  query: pageQuery.extend(placeAveragesQuery.shape),
  answer: paged(placeAverage),
});

export const getAveragesSummary = route({
  method: 'GET',
  path: '/history/averages-summary',
  access,
  isLong: true,
  summary: 'Mean, minimum, maximum and completeness of a whole period, with equal weight for each meter',
  query: averagesSummaryQuery,
  answer: averagesSummary,
});

export const getMeterColumns = route({
  method: 'GET',
  path: '/history/meter-columns',
  access,
  isLong: true,
  summary: 'All averages of meters by hour, day, month or year in a compact column format',
  query: meterColumnsQuery,
  answer: meterColumns,
});

export const getSensorAverages = route({
  method: 'GET',
  path: '/history/sensor-averages',
  access,
  isLong: true,
  summary: 'Averages of sensors by hour, day, month or year, newest first; sort: start, names, mean, min, max, count',
  query: pageQuery.extend(sensorAveragesQuery.shape),
  answer: paged(sensorAverage),
});

export const getPurifierStates = route({
  method: 'GET',
  path: '/history/purifier-states',
  access,
  isLong: true,
  summary: 'Reported states of purifiers, one row per change, newest first; sort: time',
  query: pageQuery.extend(purifierStatesQuery.shape),
  answer: paged(purifierSpan),
});

export const getPurifierMinutes = route({
  method: 'GET',
  path: '/history/purifier-minutes',
  access,
  isLong: true,
  summary: 'Minutes of purifiers in each state by hour, day, month or year, newest first; sort: start',
  query: pageQuery.extend(purifierMinutesQuery.shape),
  answer: paged(purifierMinutes),
});

export const getMeterSeries = route({
  method: 'GET',
  path: '/history/meter-series',
  access,
  isLong: true,
  summary: 'Graph of one measure of up to three meters, with earlier weeks',
  query: meterSeriesQuery,
  answer: seriesAnswer,
});

export const getPlaceSeries = route({
  method: 'GET',
  path: '/history/place-series',
  access,
  isLong: true,
  summary: 'Graph of one measure of up to three places: means of their meters',
  query: placeSeriesQuery,
  answer: seriesAnswer,
});

export const getSensorSeries = route({
  method: 'GET',
  path: '/history/sensor-series',
  access,
  isLong: true,
  summary: 'Graph of up to three sensors of one type, with earlier weeks',
  query: sensorSeriesQuery,
  answer: seriesAnswer,
});

export const getMeterWeek = route({
  method: 'GET',
  path: '/history/meter-week',
  access,
  isLong: true,
  summary: 'A meter by weekday and hour: mean, maximum and completeness of up to 400 days',
  query: meterWeekQuery,
  answer: weekAnswer,
});

export const getSensorWeek = route({
  method: 'GET',
  path: '/history/sensor-week',
  access,
  isLong: true,
  summary: 'A sensor by weekday and hour: mean, maximum and completeness of up to 400 days',
  query: sensorWeekQuery,
  answer: weekAnswer,
});

export const getPlaceWeek = route({
  method: 'GET',
  path: '/history/place-week',
  access,
  isLong: true,
  summary: 'A place by weekday and hour: mean of its meters, maximum and completeness of up to 400 days',
  query: placeWeekQuery,
  answer: weekAnswer,
});

export const exportMeterReadings = route({
  method: 'GET',
  path: '/history/meter-readings/export',
  access,
  isLong: true,
  summary: `Readings of meters ${EXPORTED}`,
  query: exportFile.extend(meterReadingsQuery.shape),
  answer: fileAnswer,
});

export const exportSensorReadings = route({
  method: 'GET',
  path: '/history/sensor-readings/export',
  access,
  isLong: true,
  summary: `Readings of sensors ${EXPORTED}`,
  query: exportFile.extend(sensorReadingsQuery.shape),
  answer: fileAnswer,
});

export const exportMeterAverages = route({
  method: 'GET',
  path: '/history/meter-averages/export',
  access,
  isLong: true,
  summary: `Averages of meters ${EXPORTED}`,
  query: exportFile.extend(meterAveragesQuery.shape),
  answer: fileAnswer,
});

export const exportPlaceAverages = route({
  method: 'GET',
  path: '/history/place-averages/export',
  access,
  isLong: true,
  summary: `Averages of places ${EXPORTED}`,
  query: exportFile.extend(placeAveragesQuery.shape),
  answer: fileAnswer,
});

export const exportSensorAverages = route({
  method: 'GET',
  path: '/history/sensor-averages/export',
  access,
  isLong: true,
  summary: `Averages of sensors ${EXPORTED}`,
  query: exportFile.extend(sensorAveragesQuery.shape),
  answer: fileAnswer,
});

export const exportPurifierStates = route({
  method: 'GET',
  path: '/history/purifier-states/export',
  access,
  isLong: true,
  summary: `States of purifiers ${EXPORTED}`,
  query: exportFile.extend(purifierStatesQuery.shape),
  answer: fileAnswer,
});

export const exportPurifierMinutes = route({
  method: 'GET',
  path: '/history/purifier-minutes/export',
  access,
  isLong: true,
  summary: `Minutes of purifiers in each state ${EXPORTED}`,
  query: exportFile.extend(purifierMinutesQuery.shape),
  answer: fileAnswer,
});

export const getExportProgress = route({
  method: 'GET',
  path: '/history/exports/:exportId',
  access,
  summary: "Progress of the user's export",
  params: z.object({ exportId: z.uuid() }),
  answer: exportProgress,
});
