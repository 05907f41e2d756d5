import { getVisits, MAX_VISIT_REASONS, type Visit, type VisitReason } from '@airdeck/contract/device/visits';
import type { Language } from '@airdeck/contract/user/schema';
import { localDay } from '@airdeck/domain/calendar';
import { findDue } from '@airdeck/domain/insight/due-dates';
import { isWithin } from '@airdeck/domain/policy/may';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/pool.ts';
import { addRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { Failure } from '../../platform/http/failure.ts';
import { languageOf } from '../../platform/http/request-language.ts';
import { windowAt } from '../../registry/maintenance.ts';
import { localName, type Registry } from '../../registry/registry.ts';
import type { Meter } from '../../registry/snapshot.ts';
import { ownerOfMeter, visibleOrganizations } from '../../registry/visible-organizations.ts';
import { listFindings } from './sensor-health-queries.ts';

export interface SensorHealthOptions {
  db: Db;
  registry: Pick<Registry, 'snapshot'>;
  clock: Clock;
}

interface Found {
  meter: Meter;
  /** Since when it was found, or by when it is due. */
  day: string;
  reason: VisitReason;
}

const round = (value: number): number => Math.round(value * 100) / 100;

const visitOf = (meter: Meter, reasons: Visit['reasons'], language: Language): Visit => {
  const { department, organization } = meter;
  return {
    meter_id: meter.id,
    name: localName(meter, language),
    above: [organization, department.office, department].map((item) => localName(item, language)),
    reasons,
  };
};

/** The list of meters to visit. Meters below a running maintenance window are left out: people are there already. */
export const addSensorHealthRoutes = (http: Http, { db, registry, clock }: SensorHealthOptions): void => {
  addRoute(http, getVisits, async ({ query, scope, request, who }) => {
    const language = languageOf(request, who);
    const now = clock.now();
    const visible = visibleOrganizations(registry.snapshot(), scope);
    const organizations = visible.filter(({ id }) => query.organizationId === undefined || id === query.organizationId);
    if (query.organizationId !== undefined && organizations.length === 0) throw new Failure('RESOURCE_NOT_FOUND');
    const meters = new Map(
      organizations
        .flatMap(({ offices }) => offices.flatMap(({ departments }) => departments.flatMap((each) => each.meters)))
        .filter((meter) => meter.use === 'Y' && isWithin(scope, ownerOfMeter(meter)))
        .filter((meter) => windowAt(meter, now) === undefined)
        .map((meter) => [meter.id, meter]),
    );
    const found: Found[] = [...meters.values()].flatMap((meter) => {
      const { certificate, calibrationDate, organization } = meter;
      const today = localDay(now, organization.timeZone);
      const due = findDue({ certificateUntil: certificate.until, calibrationDate }, today);
      return due.map((reason) => ({ meter, day: reason.due, reason }));
    });
    for (const { meterId, seen, usual, ...finding } of await listFindings(db, [...meters.keys()], MAX_VISIT_REASONS)) {
      const meter = meters.get(meterId);
      if (!meter) continue;
      found.push({ meter, day: finding.since, reason: { ...finding, seen: round(seen), usual: round(usual) } });
    }
    const oldest = found.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0)).slice(0, MAX_VISIT_REASONS);
    const reasons = new Map<Meter, Visit['reasons']>();
    for (const { meter, reason } of oldest) reasons.set(meter, [...(reasons.get(meter) ?? []), reason]);
    return { visits: [...reasons].map(([meter, own]) => visitOf(meter, own, language)) };
  });
};
