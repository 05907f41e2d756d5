import { SENSOR_TYPES, type SensorType } from '@airdeck/domain/sensor-type';
import type { DemoMeter, DemoPurifier, DemoRoom, DemoSensor } from './site.ts';

const MODELS = {
  'Clair 45': { cadr_m3_h: 450, fans: 1, uv: false },
  'Clair 90': { cadr_m3_h: 900, fans: 2, uv: false },
  'Clair 180': { cadr_m3_h: 1800, fans: 3, uv: true },
} as const;

interface PurifierPlan {
  readonly model: keyof typeof MODELS;
  readonly count?: number;
  readonly mode?: DemoPurifier['mode'];
  readonly hours?: readonly [on: number, off: number];
  readonly filter?: DemoPurifier['filter'];
}

interface MeterPlan extends DemoRoom {
  readonly code: string;
  /** Korean, English. */
  readonly names: readonly [string, string];
  readonly interval_s?: number;
  /** Number of sensors per type if it is not one; 0: none. */
  readonly sensors?: Partial<Record<SensorType, number>>;
  readonly purifiers?: readonly PurifierPlan[];
  readonly silence?: DemoMeter['silence'];
}

const FILTER_PERIOD_H = 4380;

function sensorsOf(counts: Partial<Record<SensorType, number>>): DemoSensor[] {
  return SENSOR_TYPES.flatMap((type) =>
    Array.from({ length: counts[type] ?? 1 }, (_, i) => ({ type, sequence: i + 1, name: `${type} ${i + 1}` })),
  );
}

function purifiersOf(plans: readonly PurifierPlan[]): DemoPurifier[] {
  const all = plans.flatMap((plan) => Array.from({ length: plan.count ?? 1 }, () => plan));
  return all.map(({ model, mode = 'AUTO', hours, filter }, i) => ({
    number: i + 1,
    name: `공기청정기 ${i + 1}`,
    name_en: `Purifier ${i + 1}`,
    model,
    ...MODELS[model],
    mode,
    hours: hours ?? null,
    filter_period_h: FILTER_PERIOD_H,
    ...(filter && { filter }),
  }));
}

/** A meter of the demo: one sensor of each type and a frame a minute, unless the plan says otherwise. */
export function defineMeter(plan: MeterPlan): DemoMeter {
  const [name, name_en] = plan.names;
  return {
    code: plan.code,
    name,
    name_en,
    type: plan.purifiers === undefined ? 'METER' : 'MULTI',
    interval_s: plan.interval_s ?? 60,
    sensors: sensorsOf(plan.sensors ?? {}),
    purifiers: purifiersOf(plan.purifiers ?? []),
    room: { kind: plan.kind, volume_m3: plan.volume_m3, people: plan.people },
    silence: plan.silence ?? null,
  };
}
