import { isDeepStrictEqual } from 'node:util';
import { GRADED_TYPES } from '@airdeck/domain/sensor-type';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { RegistrySnapshot, StandardHistory } from '../../registry/snapshot.ts';

/** The basis of an organization's rollups: where its days begin, and the thresholds behind the index. */
export interface Basis {
  timeZone: string;
  standards: StandardHistory;
}

/** The scope of a rebuild: everything, in days of another zone; or the hours from a day on, with another index. */
export type Change = { kind: 'zone' } | { kind: 'standards'; from: string };

/** Temperature and humidity do not count in the index. */
const graded = (thresholds: Thresholds | undefined) => thresholds && GRADED_TYPES.map((type) => thresholds[type]);

const on = (standards: StandardHistory, day: string): Thresholds | undefined =>
  standards.find(({ validFrom }) => validFrom <= day)?.thresholds;

/** Differences between two bases; null if rollups are the same. */
export const changeOf = (before: Basis, now: Basis): Change | null => {
  if (before.timeZone !== now.timeZone) return { kind: 'zone' };
  const days = [...before.standards, ...now.standards].map(({ validFrom }) => validFrom).sort();
  const from = days.find(
    (day) => !isDeepStrictEqual(graded(on(before.standards, day)), graded(on(now.standards, day))),
  );
  return from === undefined ? null : { kind: 'standards', from };
};

/** The basis of each organization, as it is registered. */
export const basesOf = (snapshot: RegistrySnapshot): Map<number, Basis> =>
  new Map(
    [...snapshot.organizations.values()].map(({ id, timeZone }) => [
      id,
      { timeZone, standards: snapshot.standards.get(id) ?? [] },
    ]),
  );
