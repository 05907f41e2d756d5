import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import type { Scope } from '@airdeck/domain/policy/may';
import { type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Tx } from '../platform/db/pool.ts';
import type { Organization, RegistrySnapshot } from './snapshot.ts';
import { thresholdsOn } from './standards.ts';
import { visibleOrganizations } from './visible-organizations.ts';

/** What a request is answered from: the same from the beginning of the answer to its end. */
export interface RequestContext {
  /** The rows that the policy lets the viewer reach; what exists for them follows from it alone. */
  scope: Scope;
  language: Language;
  /** Epoch ms. */
  now: number;
  snapshot: RegistrySnapshot;
  /** Those that exist for the viewer; the same array for all who see the same, until one of them changes. */
  organizations: readonly Organization[];
  /** The thresholds of an organization on the day of an instant (epoch ms); the same object while they hold. */
  thresholdsAt(organization: Organization, time: number): Thresholds;
  /** Runs reads of the store that belong together. */
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Remembers each organization's last day, because questions about one time, or about times in order, are many. */
const createThresholdsAt = (snapshot: RegistrySnapshot): RequestContext['thresholdsAt'] => {
  const last = new Map<Organization, { day: TimeRange; thresholds: Thresholds }>();
  return (organization, time) => {
    const known = last.get(organization);
    if (known && known.day.start <= time && time < known.day.end) return known.thresholds;
    const day = localDay(time, organization.timeZone);
    const thresholds = thresholdsOn(snapshot, organization.id, day);
    last.set(organization, { day: timeRangeOf({ from: day, to: day }, organization.timeZone), thresholds });
    return thresholds;
  };
};

export const createRequestContext = (
  given: Pick<RequestContext, 'scope' | 'language' | 'now' | 'snapshot' | 'read'>,
): RequestContext => ({
  ...given,
  organizations: visibleOrganizations(given.snapshot, given.scope),
  thresholdsAt: createThresholdsAt(given.snapshot),
});
