import type { PurifierView } from '@airdeck/contract/purifier/schema';
import { isoTimeOrNull } from '@airdeck/domain/calendar';
import { isStale } from '@airdeck/domain/freshness';
import { workMode } from '@airdeck/domain/purifier-state';
import { compareNames } from '../../../localization/compare-names.ts';
import { localName } from '../../../registry/registry.ts';
import type { Purifier } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import { meterPlaces } from '../assess/places.ts';
import type { PurifierReports } from '../current/purifier-reports.ts';

/** A purifier reports through its meter, at the meter's interval. */
export const isSilent = ({ meter }: Purifier, reportTime: number | undefined, now: number): boolean =>
  isStale(reportTime ?? null, meter.intervalS, now);

export const purifierView = (
  reports: PurifierReports,
  { language, now }: RequestContext,
  purifier: Purifier,
): PurifierView => {
  const { meter, id, number, model } = purifier;
  const report = reports.of(id);
  return {
    id,
    name: localName(purifier, language),
    number,
    model,
    meter_id: meter.id,
    meter_name: localName(meter, language),
    organization_name: localName(meter.organization, language),
    office_name: localName(meter.department.office, language),
    department_name: localName(meter.department, language),
    state: report?.state ?? null,
    work_mode: report ? workMode(report.state) : null,
    collected_time: isoTimeOrNull(report?.time ?? null),
    stale: isSilent(purifier, report?.time, now),
  };
};

/** The purifiers of meter `id`, or of all meters, in the order of the registry tree. @throws Failure INVALID_VIEW */
export const purifiersOf = (context: RequestContext, id: number | undefined): Purifier[] => {
  const { language } = context;
  return meterPlaces(context, id)
    .flatMap((place) => place.meters.flatMap((meter) => meter.purifiers.map((purifier) => ({ place, purifier }))))
    .toSorted((a, b) => {
      for (const [i, above] of a.place.above.entries()) {
        const other = b.place.above[i];
        const order = other ? compareNames(language, above.item, other.item) : 0;
        if (order !== 0) return order;
      }
      return compareNames(language, a.place.item, b.place.item) || a.purifier.number - b.purifier.number;
    })
    .map(({ purifier }) => purifier);
};
