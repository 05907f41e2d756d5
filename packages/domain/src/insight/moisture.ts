import { HOUR_MS } from '../duration.ts';
import type { TimeRange } from '../range.ts';

/** Magnus constants over water, −45 to 60 °C (Sonntag 1990). */
const [B, C] = [17.62, 243.12];

/** Saturation vapour pressure at a temperature in °C, hPa. */
const saturation = (celsius: number): number => 6.112 * Math.exp((B * celsius) / (C + celsius));

/** Dew point, °C, of air with a temperature in °C and a relative humidity in %; null without any water in it. */
export function dewPoint(celsius: number, humidity: number): number | null {
  if (!(humidity > 0 && humidity <= 100)) return null;
  const gamma = Math.log(humidity / 100) + (B * celsius) / (C + celsius);
  return (C * gamma) / (B - gamma);
}

/** A wall's temperature factor fRsi (ISO 13788): 0 outdoor, 1 indoor temperature. An average older outer wall. */
export const DEFAULT_WALL_FACTOR = 0.7;

/** Temperature, °C, of the inner surface of an outer wall, and the relative humidity of the air at it, %, at most 100. */
export function wallSurface(
  indoor: { readonly celsius: number; readonly humidity: number },
  outdoorCelsius: number,
  factor = DEFAULT_WALL_FACTOR,
): { readonly celsius: number; readonly humidity: number } {
  const celsius = outdoorCelsius + factor * (indoor.celsius - outdoorCelsius);
  const humidity = (indoor.humidity * saturation(indoor.celsius)) / saturation(celsius);
  return { celsius, humidity: Math.min(100, humidity) };
}

/** Mould can grow where the air at a surface is more humid than this, %, for this long. */
export const MOULD_HUMIDITY = 80;
export const MOULD_MS = 6 * HOUR_MS;
/** Readings that are farther apart do not belong together. */
const MOST_GAP_MS = HOUR_MS;

/**
 * The longest time without a break in which a wall's surface was too humid; null: it never was. `samples`: its humidity,
 * %, by time in epoch ms, in order; each stands for `sampleMs` from its time on.
 */
export function longestHumid(
  samples: readonly { readonly time: number; readonly value: number }[],
  sampleMs = 0,
): TimeRange | null {
  let longest: TimeRange | null = null;
  let start: number | null = null;
  let last = Number.NEGATIVE_INFINITY;
  for (const { time, value } of samples) {
    if (value <= MOULD_HUMIDITY) start = null;
    else if (start === null || time - last > MOST_GAP_MS) start = time;
    last = time;
    if (start === null) continue;
    const end = time + sampleMs;
    if (longest === null || end - start > longest.end - longest.start) longest = { start, end };
  }
  return longest;
}

/** Whether a surface was humid for so long that mould can grow. */
export const hasMouldRisk = (humid: TimeRange | null): boolean => humid !== null && humid.end - humid.start >= MOULD_MS;
