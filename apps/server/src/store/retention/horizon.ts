import { addDays, localDay, startOfLocalDay } from '@airdeck/domain/calendar';
import { DAY_MS } from '@airdeck/domain/duration';
import { DEFAULT_RETENTION, type Layer, MIN_RETENTION_DAYS } from '@airdeck/domain/retention';
import { retentionOf } from '../../registry/registry.ts';
import type { Organization, RegistrySnapshot } from '../../registry/snapshot.ts';

/** Beginning of a layer's retained data: a local day, and its first instant in epoch ms. */
export interface Horizon {
  day: string;
  start: number;
}

/** The horizon for a number of retained days. */
export const horizonOf = (now: number, zone: string, days: number): Horizon => {
  const day = addDays(localDay(now, zone), -days);
  return { day, start: startOfLocalDay(day, zone) };
};

/** Start of the kept time in an organization. */
export const horizon = (
  snapshot: RegistrySnapshot,
  { id, timeZone }: Organization,
  layer: Layer,
  now: number,
): Horizon => horizonOf(now, timeZone, retentionOf(snapshot, id)[layer]);

/** Start of the kept time for data without an organization: the earliest start of all organizations. */
export const widestHorizon = (snapshot: RegistrySnapshot, layer: Layer, now: number): Horizon =>
  horizonOf(now, 'UTC', Math.max(DEFAULT_RETENTION[layer], ...[...snapshot.retentions.values()].map((r) => r[layer])));

/** Whether readings of that time (epoch ms) are no longer kept, so that the rollups of their hour could not be rebuilt. */
export const isTooOld = (snapshot: RegistrySnapshot, organization: Organization, time: number, now: number): boolean =>
  // Nearly always enough, and cheap: a local day is an hour longer at most.
  now - time > (MIN_RETENTION_DAYS - 1) * DAY_MS && time < horizon(snapshot, organization, 'READING', now).start;
