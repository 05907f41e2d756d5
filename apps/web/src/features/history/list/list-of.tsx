import type { Asked } from '../api/asked.ts';
import {
  METER_AVERAGES,
  METER_READINGS,
  PURIFIER_MINUTES,
  PURIFIER_STATES,
  SENSOR_AVERAGES,
  SENSOR_READINGS,
  type Source,
} from '../api/sources.ts';
import type { History } from '../screens/use-history.ts';
import {
  MeterAverages,
  MeterReadings,
  PurifierMinutesList,
  PurifierStates,
  SensorAverages,
  SensorReadings,
} from './lists.tsx';

/** Where the rows of a screen come from; its file has the same ones. */
export function sourceOf({ kind, averages, step }: Pick<History, 'kind' | 'averages' | 'step'>): Source<unknown> {
  switch (kind) {
    case 'meter':
      return averages ? METER_AVERAGES : METER_READINGS;
    case 'sensor':
      return averages ? SENSOR_AVERAGES : SENSOR_READINGS;
    case 'purifier':
      return step === 'each' ? PURIFIER_STATES : PURIFIER_MINUTES;
  }
}

/** The list of a screen. */
export function ListOf(props: { history: History; asked: Asked }) {
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
