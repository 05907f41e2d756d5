import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import type { Scope } from '@airdeck/domain/policy/may';
import { type TimeRange, timeRangeOf } from '@airdeck/domain/range';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Tx } from '../platform/db/pool.ts';
import type { Organization, RegistrySnapshot } from '../registry/snapshot.ts';
import { thresholdsOn } from '../registry/thresholds.ts';
import { visibleOrganizations } from '../registry/visible-organizations.ts';

/** The inputs from which a request is answered; they stay the same until the response is complete. */
export interface RequestContext {
  /** The rows that the policy lets the viewer reach; everything else does not exist for the viewer. */
  scope: Scope;
  language: Language;
  /** Epoch ms. */
  now: number;
  snapshot: RegistrySnapshot;
  /**
   * Organizations visible to the viewer. Viewers with equal scopes share one array until one of the organizations
   * changes.
   */
  organizations: readonly Organization[];
  /**
   * The thresholds of an organization on the day of an instant (epoch ms). Returns the same object while they apply.
   */
  thresholdsAt(organization: Organization, time: number): Thresholds;
  /** Runs several store reads in one transaction. */
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
  /** Reads that may run beside each other: one where they share a connection, which is usual. */
  readsAtOnce?: number;
  /** Of a question that can take long. */
  work?: Work | undefined;
}

/** The work of a question that can take long. */
export interface Work {
  /** Aborts when the client has left; then reads fail. */
  cancel: AbortSignal;
  /** States the number of cells, before they are read. @throws Failure TOO_MANY_REQUESTS */
  expect(cells: number): void;
}

/** Caches each organization's last day, because most calls concern one time or ascending times. */
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
  given: Pick<RequestContext, 'scope' | 'language' | 'now' | 'snapshot' | 'read' | 'readsAtOnce' | 'work'>,
): RequestContext => ({
  ...given,
  organizations: visibleOrganizations(given.snapshot, given.scope),
  thresholdsAt: createThresholdsAt(given.snapshot),
});
