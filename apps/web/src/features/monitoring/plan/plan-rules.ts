import type { OfficeAir, OfficeMeter, Pin } from '@airdeck/contract/floor-plan/routes';
import type { LiveEvent } from '@airdeck/contract/live/event';
import type { SensorNow } from '@airdeck/contract/monitoring/schema';

type SensorsEvent = Extract<LiveEvent, { type: 'sensors' }>;

/** Current values with the changes of an event; other meters stay the same objects. An older event is ignored. */
export function mergeOffice(air: OfficeAir, event: SensorsEvent): OfficeAir {
  if (Date.parse(event.time) <= Date.parse(air.time)) return air;
  const changes = new Map(event.meters.map((meter) => [meter.id, meter]));
  const meters = air.meters.map((meter) => {
    const change = changes.get(meter.id);
    return change === undefined ? meter : { ...meter, ...change };
  });
  return { ...air, time: event.time, meters };
}

/** The value that a pin shows: of the sensor with the worst rating; null without a current value. */
export function shownSensor({ sensors, grade }: OfficeMeter): SensorNow | null {
  const current = sensors.filter(({ value, stale }) => value !== null && !stale);
  return current.find(({ rating }) => grade !== null && rating === grade) ?? current[0] ?? null;
}

const within = (share: number): number => Math.min(1, Math.max(0, share));
/** Fine enough for a picture of 4,096 pixels, and short in a request. */
const rounded = (share: number): number => Math.round(within(share) * 10_000) / 10_000;

/** The pins with one meter at another place; the meter may be new. */
export const withPin = (pins: readonly Pin[], meterId: number, x: number, y: number): Pin[] => [
  ...pins.filter(({ meter_id: id }) => id !== meterId),
  { meter_id: meterId, x: rounded(x), y: rounded(y) },
];

export const withoutPin = (pins: readonly Pin[], meterId: number): Pin[] =>
  pins.filter(({ meter_id: id }) => id !== meterId);

const STEP = 0.01;
const LONG_STEP = 0.05;
const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where an arrow key moves a pin; null for other keys. */
export function pinAfterKey({ x, y }: Pin, key: string, isLong: boolean): { x: number; y: number } | null {
  const direction = DIRECTIONS[key];
  if (direction === undefined) return null;
  const step = isLong ? LONG_STEP : STEP;
  return { x: rounded(x + direction[0] * step), y: rounded(y + direction[1] * step) };
}

/** Place of a pointer within the picture. */
export const placeIn = (
  { left, top, width, height }: Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>,
  { clientX, clientY }: { clientX: number; clientY: number },
): { x: number; y: number } => ({
  x: width > 0 ? rounded((clientX - left) / width) : 0,
  y: height > 0 ? rounded((clientY - top) / height) : 0,
});

/** Whether two layouts have the same meters at the same places. */
export function isSameLayout(a: readonly Pin[], b: readonly Pin[]): boolean {
  if (a.length !== b.length) return false;
  const places = new Map(a.map((pin) => [pin.meter_id, pin]));
  return b.every(({ meter_id: id, x, y }) => places.get(id)?.x === x && places.get(id)?.y === y);
}
