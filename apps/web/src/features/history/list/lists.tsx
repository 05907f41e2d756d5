import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import {
  METER_AVERAGES,
  METER_READINGS,
  PURIFIER_MINUTES,
  PURIFIER_STATES,
  SENSOR_AVERAGES,
  SENSOR_READINGS,
} from '../api/sources.ts';
import { type HistoryRequest, unitOf } from '../model/history-request.ts';
import type { History } from '../model/use-history.ts';
import { meterAverageColumns, meterReadingColumns } from './columns/meter-columns.tsx';
import { purifierMinuteColumns, purifierStateColumns } from './columns/purifier-columns.tsx';
import { type SensorColumnContext, sensorAverageColumns, sensorReadingColumns } from './columns/sensor-columns.tsx';
import type { ColumnContext } from './columns/shared-columns.tsx';
import { HistoryList } from './history-list.tsx';

/** The list of a screen. */
export function ListOf(props: { history: History; request: HistoryRequest }) {
  const { kind, averages, step } = props.history;
  switch (kind) {
    case 'meter':
      return averages ? <MeterAverages {...props} /> : <MeterReadings {...props} />;
    case 'sensor':
      return averages ? <SensorAverages {...props} /> : <SensorReadings {...props} />;
    case 'purifier':
      return step === 'each' ? <PurifierStates {...props} /> : <PurifierMinutesList {...props} />;
  }
}

interface ListProps {
  history: History;
  request: HistoryRequest;
}

function useColumnContext(covered: History['covered']): ColumnContext {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => ({ t, language, covered }), [t, language, covered]);
}

function useSensorColumnContext(covered: History['covered']): SensorColumnContext {
  const context = useColumnContext(covered);
  const nameOf = useSensorName();
  return useMemo(() => ({ ...context, nameOf }), [context, nameOf]);
}

function MeterReadings({ history, request }: ListProps) {
  const context = useColumnContext(history.covered);
  const columns = useMemo(() => meterReadingColumns(context), [context]);
  const id = (row: { meter_id: number; time: string }) => `${row.meter_id} ${row.time}`;
  return <HistoryList history={history} request={request} source={METER_READINGS} columns={columns} rowId={id} />;
}

function MeterAverages({ history, request }: ListProps) {
  const context = useColumnContext(history.covered);
  const unit = unitOf(request.step);
  const columns = useMemo(() => meterAverageColumns(context, unit), [context, unit]);
  const id = (row: { meter_id: number; start: string }) => `${row.meter_id} ${row.start}`;
  return <HistoryList history={history} request={request} source={METER_AVERAGES} columns={columns} rowId={id} />;
}

function SensorReadings({ history, request }: ListProps) {
  const context = useSensorColumnContext(history.covered);
  const columns = useMemo(() => sensorReadingColumns(context), [context]);
  const id = (row: { sensor_id: number; time: string }) => `${row.sensor_id} ${row.time}`;
  return <HistoryList history={history} request={request} source={SENSOR_READINGS} columns={columns} rowId={id} />;
}

function SensorAverages({ history, request }: ListProps) {
  const context = useSensorColumnContext(history.covered);
  const unit = unitOf(request.step);
  const columns = useMemo(() => sensorAverageColumns(context, unit), [context, unit]);
  const id = (row: { sensor_id: number; start: string }) => `${row.sensor_id} ${row.start}`;
  return <HistoryList history={history} request={request} source={SENSOR_AVERAGES} columns={columns} rowId={id} />;
}

function PurifierStates({ history, request }: ListProps) {
  const context = useColumnContext(history.covered);
  const columns = useMemo(() => purifierStateColumns(context), [context]);
  const id = (row: { purifier_id: number; time: string }) => `${row.purifier_id} ${row.time}`;
  return <HistoryList history={history} request={request} source={PURIFIER_STATES} columns={columns} rowId={id} />;
}

function PurifierMinutesList({ history, request }: ListProps) {
  const context = useColumnContext(history.covered);
  const unit = unitOf(request.step);
  const columns = useMemo(() => purifierMinuteColumns(context, unit), [context, unit]);
  const id = (row: { purifier_id: number; start: string }) => `${row.purifier_id} ${row.start}`;
  return <HistoryList history={history} request={request} source={PURIFIER_MINUTES} columns={columns} rowId={id} />;
}
