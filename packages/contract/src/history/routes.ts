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
  summary: 'Meters that the viewer sees, with their places, sensors and purifiers',
  answer: choices,
});

export const getMeterReadings = route({
  method: 'GET',
  path: '/history/meter-readings',
  access,
  summary: 'What meters measured, a row for each time, newest first; sort: time',
  query: pageQuery.extend(meterReadingsQuery.shape),
  answer: paged(meterReading),
});

export const getSensorReadings = route({
  method: 'GET',
  path: '/history/sensor-readings',
  access,
  summary: 'What sensors measured, a row for each reading, newest first; sort: time',
  query: pageQuery.extend(sensorReadingsQuery.shape),
  answer: paged(sensorReading),
});

export const getMeterAverages = route({
  method: 'GET',
  path: '/history/meter-averages',
  access,
  summary: 'Means of meters by hour, day, month or year, newest first; sort: start, the names, index, a type',
  query: pageQuery.extend(meterAveragesQuery.shape),
  answer: paged(meterAverage),
});

export const getPlaceAverages = route({
  method: 'GET',
  path: '/history/place-averages',
  access,
  summary: "Means of departments, offices or organizations by hour, day, month or year: the mean of their meters'",
  query: pageQuery.extend(placeAveragesQuery.shape),
  answer: paged(placeAverage),
});

export const getAveragesSummary = route({
  method: 'GET',
  path: '/history/averages-summary',
  access,
  summary: "Mean, lowest, highest and completeness of a whole period: the mean of all meters', each weighing the same",
  query: averagesSummaryQuery,
  answer: averagesSummary,
});

export const getMeterColumns = route({
  method: 'GET',
  path: '/history/meter-columns',
  access,
  summary: 'Means of meters by hour, day, month or year as columns: all of it, small and quick',
  query: meterColumnsQuery,
  answer: meterColumns,
});

export const getSensorAverages = route({
  method: 'GET',
  path: '/history/sensor-averages',
  access,
  summary: 'Means of sensors by hour, day, month or year, newest first; sort: start, the names, mean, min, max, count',
  query: pageQuery.extend(sensorAveragesQuery.shape),
  answer: paged(sensorAverage),
});

export const getPurifierStates = route({
  method: 'GET',
  path: '/history/purifier-states',
  access,
  summary: 'States that purifiers reported, a row for each change, newest first; sort: time',
  query: pageQuery.extend(purifierStatesQuery.shape),
  answer: paged(purifierSpan),
});

export const getPurifierMinutes = route({
  method: 'GET',
  path: '/history/purifier-minutes',
  access,
  summary: 'Minutes that purifiers spent in each state by hour, day, month or year, newest first; sort: start',
  query: pageQuery.extend(purifierMinutesQuery.shape),
  answer: paged(purifierMinutes),
});

export const getMeterSeries = route({
  method: 'GET',
  path: '/history/meter-series',
  access,
  summary: 'One measure of up to three meters as lines of a graph, with the same period of earlier weeks',
  query: meterSeriesQuery,
  answer: seriesAnswer,
});

export const getPlaceSeries = route({
  method: 'GET',
  path: '/history/place-series',
  access,
  summary: "One measure of up to three departments, offices or organizations as lines: the mean of all their meters'",
  query: placeSeriesQuery,
  answer: seriesAnswer,
});

export const getSensorSeries = route({
  method: 'GET',
  path: '/history/sensor-series',
  access,
  summary: 'Up to three sensors of one type as lines of a graph, with the same period of earlier weeks',
  query: sensorSeriesQuery,
  answer: seriesAnswer,
});

export const getMeterWeek = route({
  method: 'GET',
  path: '/history/meter-week',
  access,
  summary: 'One measure of a meter by weekday and hour: mean, highest and completeness of up to 400 days',
  query: meterWeekQuery,
  answer: weekAnswer,
});

export const getSensorWeek = route({
  method: 'GET',
  path: '/history/sensor-week',
  access,
  summary: 'A sensor by weekday and hour: mean, highest and completeness of up to 400 days',
  query: sensorWeekQuery,
  answer: weekAnswer,
});

export const exportMeterReadings = route({
  method: 'GET',
  path: '/history/meter-readings/export',
  access,
  summary: `What meters measured ${EXPORTED}`,
  query: exportFile.extend(meterReadingsQuery.shape),
  answer: fileAnswer,
});

export const exportSensorReadings = route({
  method: 'GET',
  path: '/history/sensor-readings/export',
  access,
  summary: `What sensors measured ${EXPORTED}`,
  query: exportFile.extend(sensorReadingsQuery.shape),
  answer: fileAnswer,
});

export const exportMeterAverages = route({
  method: 'GET',
  path: '/history/meter-averages/export',
  access,
  summary: `Means of meters ${EXPORTED}`,
  query: exportFile.extend(meterAveragesQuery.shape),
  answer: fileAnswer,
});

export const exportPlaceAverages = route({
  method: 'GET',
  path: '/history/place-averages/export',
  access,
  summary: `Means of departments, offices or organizations ${EXPORTED}`,
  query: exportFile.extend(placeAveragesQuery.shape),
  answer: fileAnswer,
});

export const exportSensorAverages = route({
  method: 'GET',
  path: '/history/sensor-averages/export',
  access,
  summary: `Means of sensors ${EXPORTED}`,
  query: exportFile.extend(sensorAveragesQuery.shape),
  answer: fileAnswer,
});

export const exportPurifierStates = route({
  method: 'GET',
  path: '/history/purifier-states/export',
  access,
  summary: `States of purifiers ${EXPORTED}`,
  query: exportFile.extend(purifierStatesQuery.shape),
  answer: fileAnswer,
});

export const exportPurifierMinutes = route({
  method: 'GET',
  path: '/history/purifier-minutes/export',
  access,
  summary: `Minutes of purifiers in each state ${EXPORTED}`,
  query: exportFile.extend(purifierMinutesQuery.shape),
  answer: fileAnswer,
});

export const getExportProgress = route({
  method: 'GET',
  path: '/history/exports/:exportId',
  access,
  summary: 'How far an export of the viewer is',
  params: z.object({ exportId: z.uuid() }),
  answer: exportProgress,
});
