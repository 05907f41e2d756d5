import type { Level, Step } from '@airdeck/contract/history/query';
import type { BucketUnit } from '@airdeck/domain/bucket';
import type { ShownWorkMode } from '@airdeck/domain/purifier-state';
import type { SensorType } from '@airdeck/domain/sensor-type';
import type { DayRange } from './day-range.ts';
import type { HistoryKind } from './screen.ts';
import { ALL, type HistorySearch } from './search.ts';

/** The meters, sensors or purifiers of a request in the API's terms. A place means all its meters. */
interface Scope {
  organizationId?: number | undefined;
  officeId?: number | undefined;
  departmentId?: number | undefined;
  meterId?: number[];
  sensorId?: number[];
  purifierId?: number[];
  type?: SensorType[] | undefined;
}

/** The request that a list, its file and its graph answer. */
export interface HistoryRequest {
  scope: Scope;
  range: DayRange;
  step: Step;
  /** Level of the averages; meters when left out. */
  level?: Level | undefined;
  /** Work modes of the requested purifier states; all when left out. */
  modes?: readonly ShownWorkMode[] | undefined;
}

/** The narrowest selection of the address; null while no sensor or meter is selected. */
export function scopeOf(kind: HistoryKind, search: HistorySearch): Scope | null {
  const { organization, office, department, meter, sensor, purifier, type } = search;
  if (kind === 'sensor' && sensor !== undefined) return { sensorId: sensor };
  if (kind === 'purifier' && purifier !== undefined) return { purifierId: purifier };
  if (meter === undefined) return null;
  const places =
    meter === ALL ? { organizationId: organization, officeId: office, departmentId: department } : { meterId: meter };
  return kind === 'sensor' ? { ...places, type } : places;
}

/** The bucket of a step. Readings have none; hours are the nearest. */
export const unitOf = (step: Step): BucketUnit => (step === 'each' ? 'hour' : step);

/** Query of lists of readings. */
export const measured = ({ scope, range, step }: HistoryRequest) => ({
  ...scope,
  startTime: range.from,
  endTime: range.to,
  step,
});

/** Query of lists of buckets. */
export const averaged = ({ scope, range, step }: HistoryRequest) => ({
  ...scope,
  startTime: range.from,
  endTime: range.to,
  unit: unitOf(step),
});

/** Query of lists of a level's buckets. */
export const averagedByLevel = (request: HistoryRequest, level: Level) => ({ ...averaged(request), level });
