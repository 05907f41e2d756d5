import {
  exportMeterAverages,
  exportMeterReadings,
  exportPurifierMinutes,
  exportPurifierStates,
  exportSensorAverages,
  exportSensorReadings,
  getExportProgress,
} from '@airdeck/contract/history/routes';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { openMeterAverages } from '../averages/meter-averages.ts';
import { openSensorAverages } from '../averages/sensor-averages.ts';
import { openPurifierMinutes } from '../purifiers/purifier-minutes.ts';
import { openPurifierStates } from '../purifiers/purifier-states.ts';
import { openMeterReadings } from '../readings/meter-readings.ts';
import { openSensorReadings } from '../readings/sensor-readings.ts';
import { meterAverageColumns, sensorAverageColumns } from './columns/averages.ts';
import { purifierMinuteColumns, purifierStateColumns } from './columns/purifiers.ts';
import { meterReadingColumns, sensorReadingColumns } from './columns/readings.ts';
import { addExportRoute, type ExportOptions } from './export-route.ts';

/** Each list of the history screens as a file, and how far a file is. */
export const addExportRoutes = (http: Http, options: ExportOptions): void => {
  addExportRoute(http, options, exportMeterReadings, { open: openMeterReadings, columns: meterReadingColumns });
  addExportRoute(http, options, exportSensorReadings, { open: openSensorReadings, columns: sensorReadingColumns });
  addExportRoute(http, options, exportMeterAverages, {
    open: openMeterAverages,
    columns: (texts, { unit }) => meterAverageColumns(texts, unit),
  });
  addExportRoute(http, options, exportSensorAverages, {
    open: openSensorAverages,
    columns: (texts, { unit }) => sensorAverageColumns(texts, unit),
  });
  addExportRoute(http, options, exportPurifierStates, { open: openPurifierStates, columns: purifierStateColumns });
  addExportRoute(http, options, exportPurifierMinutes, {
    open: openPurifierMinutes,
    columns: (texts, { unit }) => purifierMinuteColumns(texts, unit),
  });
  addRoute(http, getExportProgress, ({ params, who }) => options.exports.progress(who.userId, params.exportId));
};
