import type { Level } from '@airdeck/contract/history/query';
import type { MeterAverage, PlaceAverage } from '@airdeck/contract/history/schema';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import {
  METER_AVERAGES,
  METER_READINGS,
  PLACE_AVERAGES,
  PURIFIER_MINUTES,
  PURIFIER_STATES,
  SENSOR_AVERAGES,
  SENSOR_READINGS,
} from '../api/sources.ts';
import { type HistoryRequest, unitOf } from '../model/history-request.ts';
import type { History } from '../model/use-history.ts';
import { meterAverageColumns, meterReadingColumns } from './columns/meter-columns.tsx';
import { placeAverageColumns } from './columns/place-columns.tsx';
import { HIDDEN_STATES, purifierMinuteColumns, purifierStateColumns } from './columns/purifier-columns.tsx';
import { type SensorColumnContext, sensorAverageColumns, sensorReadingColumns } from './columns/sensor-columns.tsx';
import type { ColumnContext } from './columns/shared-columns.tsx';
import { HistoryList } from './history-list.tsx';
import { useSummary } from './use-summary.ts';

/** The list of a screen. */
export function ListOf(props: { history: History; request: HistoryRequest }) {
  const { kind, averages, step, level } = props.history;
  switch (kind) {
    case 'meter':
      if (level !== undefined) return <PlaceAverages key={level} {...props} level={level} />;
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
  const summary = useSummary(history, request, (whole): MeterAverage => ({ ...NO_METER, ...whole }));
  return (
    <HistoryList
      history={history}
      request={request}
      source={METER_AVERAGES}
      columns={columns}
      rowId={id}
      summary={summary}
    />
  );
}

const NO_BUCKET = { start: '', end: '', time_zone: 'UTC' };
const NO_METER = {
  ...NO_BUCKET,
  organization_name: '',
  office_name: '',
  department_name: '',
  meter_id: 0,
  meter_name: '',
};

function PlaceAverages({ history, request, level }: ListProps & { level: Level }) {
  const context = useColumnContext(history.covered);
  const unit = unitOf(request.step);
  const columns = useMemo(() => placeAverageColumns(context, unit, level), [context, unit, level]);
  const id = (row: { place_id: number; start: string }) => `${row.place_id} ${row.start}`;
  const summary = useSummary(
    history,
    request,
    (whole): PlaceAverage => ({
      ...NO_BUCKET,
      ...{ level, place_id: 0, organization_name: '', office_name: null, department_name: null },
      ...whole,
    }),
  );
  return (
    <HistoryList
      history={history}
      request={request}
      source={PLACE_AVERAGES[level]}
      columns={columns}
      rowId={id}
      summary={summary}
    />
  );
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
  return (
    <HistoryList
      history={history}
      request={request}
      source={PURIFIER_STATES}
      columns={columns}
      hiddenAtFirst={HIDDEN_STATES}
      rowId={id}
    />
  );
}

function PurifierMinutesList({ history, request }: ListProps) {
  const context = useColumnContext(history.covered);
  const unit = unitOf(request.step);
  const columns = useMemo(() => purifierMinuteColumns(context, unit), [context, unit]);
  const id = (row: { purifier_id: number; start: string }) => `${row.purifier_id} ${row.start}`;
  return <HistoryList history={history} request={request} source={PURIFIER_MINUTES} columns={columns} rowId={id} />;
}
