import type { averagesSummaryQuery, Step } from '@airdeck/contract/history/query';
import {
  exportMeterAverages,
  exportMeterReadings,
  exportPlaceAverages,
  exportPurifierMinutes,
  exportPurifierStates,
  exportSensorAverages,
  exportSensorReadings,
  getExportProgress,
} from '@airdeck/contract/history/routes';
import { exportCompliance, ownPackName } from '@airdeck/contract/limit/compliance';
import type { BucketUnit } from '@airdeck/domain/bucket';
import type { z } from 'zod';
import { type Texts, textsOf } from '../../../export/texts.ts';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { localName } from '../../../registry/registry.ts';
import type { Sensor } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { openMeterAverages } from '../averages/meter-averages.ts';
import { openPlaceAverages } from '../averages/place-averages.ts';
import { openSensorAverages } from '../averages/sensor-averages.ts';
import { summarize } from '../averages/summary.ts';
import { openCompliance } from '../compliance/compliance-list.ts';
import { openPurifierMinutes } from '../purifiers/purifier-minutes.ts';
import { openPurifierStates } from '../purifiers/purifier-states.ts';
import { openMeterReadings } from '../readings/meter-readings.ts';
import { openSensorReadings } from '../readings/sensor-readings.ts';
import {
  type MeterFilter,
  metersOf,
  type PurifierFilter,
  purifiersOf,
  type SensorFilter,
  sensorsOf,
} from '../request/filter.ts';
import { meterAverageColumns, sensorAverageColumns } from './columns/averages.ts';
import { complianceColumnCount, complianceColumns } from './columns/compliance.ts';
import { placeAverageColumns, placeColumnCount } from './columns/places.ts';
import { purifierMinuteColumns, purifierStateColumns } from './columns/purifiers.ts';
import { meterReadingColumns, sensorReadingColumns } from './columns/readings.ts';
import { addExportRoute, type ExportOptions } from './export-route.ts';
import { createGrading } from './grading.ts';
import type { FileSubject } from './heading.ts';
import { sensorName } from './texts.ts';

const meterSubject = (context: RequestContext, query: MeterFilter): FileSubject => ({
  meters: metersOf(context, query),
});

/** Names sensors and purifiers only where the filter names them. */
const sensorSubject = (context: RequestContext, query: SensorFilter): FileSubject => {
  const sensors = sensorsOf(context, query);
  const texts = textsOf(context.language);
  const nameOf = ({ type, name, sequence }: Sensor) => `${sensorName(texts, type)} ${name || sequence}`;
  return {
    meters: [...new Set(sensors.map(({ meter }) => meter))],
    ...((query.sensorId || query.type) && { parts: sensors.map(nameOf), several: texts.sheet.sensors }),
  };
};

const purifierSubject = (context: RequestContext, query: PurifierFilter): FileSubject => {
  const purifiers = purifiersOf(context, query);
  return {
    meters: [...new Set(purifiers.map(({ meter }) => meter))],
    ...(query.purifierId && {
      parts: purifiers.map((purifier) => localName(purifier, context.language)),
      several: textsOf(context.language).sheet.purifiers,
    }),
  };
};

const stepText = (texts: Texts, query: { step: Step } | { unit: BucketUnit }): string =>
  texts.history.step['unit' in query ? query.unit : query.step];

/**
 * The totals of the whole period, as the screen shows them, and how values and indexes are computed. The rows below have
 * no line for a period in which nothing was received, so their own mean would be another.
 */
const averageNotes = async (
  texts: Texts,
  context: RequestContext,
  query: z.output<typeof averagesSummaryQuery>,
): Promise<string[]> => {
  const { index, grade, completeness } = await summarize(context, query);
  const { sheet, monitoring } = texts;
  const facts = [
    ...(index === null || grade === null ? [] : [`${monitoring.indexShort} ${index} (${texts.grade.rating[grade]})`]),
    `${texts.history.column.completeness} ${Math.round(completeness * 1_000) / 10} %`,
  ];
  return [`${sheet.wholePeriod}: ${facts.join(', ')}`, sheet.meanIndex];
};

/** A shipped pack by its text, an own one by its name. */
const packName = (names: Readonly<Record<string, string | undefined>>, code: string): string =>
  names[code] ?? ownPackName(code) ?? code;

/** Adds the file export of each history list, and the progress of an export. */
export const addExportRoutes = (http: Http, options: ExportOptions): void => {
  addExportRoute(http, options, exportMeterReadings, {
    open: openMeterReadings,
    columns: (texts, _, context) => meterReadingColumns(texts, createGrading(context)),
    notes: async ({ sheet }) => [sheet.worstIndex],
    subject: meterSubject,
    list: (texts) => texts.menu.item.meterReadings,
    step: stepText,
  });
  addExportRoute(http, options, exportSensorReadings, {
    open: openSensorReadings,
    columns: (texts) => sensorReadingColumns(texts),
    subject: sensorSubject,
    list: (texts) => texts.menu.item.sensorReadings,
    step: stepText,
  });
  addExportRoute(http, options, exportMeterAverages, {
    open: openMeterAverages,
    columns: (texts, { unit }, context) => meterAverageColumns(texts, unit, createGrading(context)),
    notes: averageNotes,
    subject: meterSubject,
    list: (texts) => texts.menu.item.meterAverages,
    step: stepText,
  });
  addExportRoute(http, options, exportPlaceAverages, {
    open: openPlaceAverages,
    columns: (texts, { unit, level }) => placeAverageColumns(texts, unit, level),
    notes: averageNotes,
    frozen: ({ level }) => placeColumnCount(level),
    subject: meterSubject,
    list: (texts) => texts.menu.item.meterAverages,
    step: (texts, { unit, level }) => `${texts.history.step[unit]}, ${texts.history.level[level]}`,
  });
  addExportRoute(http, options, exportSensorAverages, {
    open: openSensorAverages,
    columns: (texts, { unit }, context) => sensorAverageColumns(texts, unit, createGrading(context)),
    subject: sensorSubject,
    list: (texts) => texts.menu.item.sensorAverages,
    step: stepText,
  });
  addExportRoute(http, options, exportPurifierStates, {
    open: openPurifierStates,
    columns: purifierStateColumns,
    subject: purifierSubject,
    list: (texts) => texts.menu.item.currentAir,
    step: (texts) => texts.history.step.changes,
  });
  addExportRoute(http, options, exportPurifierMinutes, {
    open: openPurifierMinutes,
    columns: (texts, { unit }) => purifierMinuteColumns(texts, unit),
    subject: purifierSubject,
    list: (texts) => texts.menu.item.currentAir,
    step: stepText,
  });
  addExportRoute(http, options, exportCompliance, {
    open: openCompliance,
    columns: (texts, { level }) => complianceColumns(texts, level),
    notes: async ({ compliance }) => [compliance.sheet.notice],
    frozen: ({ level }) => complianceColumnCount(level),
    subject: meterSubject,
    list: (texts) => texts.menu.item.compliance,
    step: ({ compliance }, { pack, level }) => `${packName(compliance.packs, pack)}, ${compliance.levels[level]}`,
  });
  addRoute(http, getExportProgress, ({ params, who }) => options.exports.progress(who.userId, params.exportId));
};
