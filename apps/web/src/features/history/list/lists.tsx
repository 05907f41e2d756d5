import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSensorName } from '../../../lib/format/use-sensor-name.ts';
import { useLanguage } from '../../../lib/i18n/use-language.ts';
import { type Asked, unitOf } from '../api/asked.ts';
import {
  METER_AVERAGES,
  METER_READINGS,
  PURIFIER_MINUTES,
  PURIFIER_STATES,
  SENSOR_AVERAGES,
  SENSOR_READINGS,
} from '../api/sources.ts';
import type { History } from '../screens/use-history.ts';
import type { ColumnWorld } from './column-world.ts';
import { HistoryList } from './history-list.tsx';
import { meterAverageColumns, meterReadingColumns } from './meter-lists.tsx';
import { purifierMinuteColumns, purifierStateColumns } from './purifier-lists.tsx';
import { type SensorWorld, sensorAverageColumns, sensorReadingColumns } from './sensor-lists.tsx';

interface ListProps {
  history: History;
  asked: Asked;
}

function useWorld(covered: History['covered']): ColumnWorld {
  const { t } = useTranslation();
  const language = useLanguage();
  return useMemo(() => ({ t, language, covered }), [t, language, covered]);
}

function useSensorWorld(covered: History['covered']): SensorWorld {
  const world = useWorld(covered);
  const nameOf = useSensorName();
  return useMemo(() => ({ ...world, nameOf }), [world, nameOf]);
}

export function MeterReadings({ history, asked }: ListProps) {
  const world = useWorld(history.covered);
  const columns = useMemo(() => meterReadingColumns(world), [world]);
  const id = (row: { meter_id: number; time: string }) => `${row.meter_id} ${row.time}`;
  return <HistoryList history={history} asked={asked} source={METER_READINGS} columns={columns} rowId={id} />;
}

export function MeterAverages({ history, asked }: ListProps) {
  const world = useWorld(history.covered);
  const unit = unitOf(asked.step);
  const columns = useMemo(() => meterAverageColumns(world, unit), [world, unit]);
  const id = (row: { meter_id: number; start: string }) => `${row.meter_id} ${row.start}`;
  return <HistoryList history={history} asked={asked} source={METER_AVERAGES} columns={columns} rowId={id} />;
}

export function SensorReadings({ history, asked }: ListProps) {
  const world = useSensorWorld(history.covered);
  const columns = useMemo(() => sensorReadingColumns(world), [world]);
  const id = (row: { sensor_id: number; time: string }) => `${row.sensor_id} ${row.time}`;
  return <HistoryList history={history} asked={asked} source={SENSOR_READINGS} columns={columns} rowId={id} />;
}

export function SensorAverages({ history, asked }: ListProps) {
  const world = useSensorWorld(history.covered);
  const unit = unitOf(asked.step);
  const columns = useMemo(() => sensorAverageColumns(world, unit), [world, unit]);
  const id = (row: { sensor_id: number; start: string }) => `${row.sensor_id} ${row.start}`;
  return <HistoryList history={history} asked={asked} source={SENSOR_AVERAGES} columns={columns} rowId={id} />;
}

export function PurifierStates({ history, asked }: ListProps) {
  const world = useWorld(history.covered);
  const columns = useMemo(() => purifierStateColumns(world), [world]);
  const id = (row: { purifier_id: number; time: string }) => `${row.purifier_id} ${row.time}`;
  return <HistoryList history={history} asked={asked} source={PURIFIER_STATES} columns={columns} rowId={id} />;
}

export function PurifierMinutesList({ history, asked }: ListProps) {
  const world = useWorld(history.covered);
  const unit = unitOf(asked.step);
  const columns = useMemo(() => purifierMinuteColumns(world, unit), [world, unit]);
  const id = (row: { purifier_id: number; start: string }) => `${row.purifier_id} ${row.start}`;
  return <HistoryList history={history} asked={asked} source={PURIFIER_MINUTES} columns={columns} rowId={id} />;
}
