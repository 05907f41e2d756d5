import { MAX_PUBLIC_METERS, type PublicMeter, type PublicPage } from '@airdeck/contract/public-page/routes';
import { isoTime, isoTimeOrNull, localDay } from '@airdeck/domain/calendar';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import { localName } from '../../../registry/registry.ts';
import type { Meter } from '../../../registry/snapshot.ts';
import type { RequestContext } from '../../../resource/request-context.ts';
import type { Assessor } from '../assess/assessor.ts';
import { placesOf } from '../assess/places.ts';
import { highestValues } from './highest-values.ts';

const meterView = (assessor: Assessor, context: RequestContext, meter: Meter): PublicMeter => {
  const { language, now } = context;
  const { certificate, department, organization } = meter;
  const { online, lastTime, worst } = assessor.meter(meter, context);
  const { grade, number, until } = certificate;
  return {
    office: localName(department.office, language),
    department: localName(department, language),
    name: localName(meter, language),
    time: online ? isoTimeOrNull(lastTime) : null,
    grade: worst?.grade ?? null,
    values: online
      ? highestValues(assessor, context, meter).map((each) => ({ ...each, unit: SENSOR_TYPE_INFO[each.type].unit }))
      : [],
    certificate: {
      ...{ grade, number, valid_until: until },
      is_expired: until !== null && until < localDay(now, organization.timeZone),
    },
  };
};

/** The published air of the only organization in the context; null when it is disabled. */
export const lookAtPublicAir = (assessor: Assessor, context: RequestContext): PublicPage | null => {
  const [place] = placesOf(context).organizations;
  if (!place) return null;
  const { organization } = place;
  const meters = place.meters.filter(({ isPublic }) => isPublic);
  return {
    organization: localName(organization, context.language),
    time: isoTime(context.now),
    time_zone: organization.timeZone,
    meters: meters.slice(0, MAX_PUBLIC_METERS).map((meter) => meterView(assessor, context, meter)),
    left_out: Math.max(0, meters.length - MAX_PUBLIC_METERS),
  };
};
