import { localDay } from '@airdeck/domain/calendar';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Organization, SitePicture } from '../../../site/picture.ts';
import { thresholdsOn } from '../../../site/site.ts';

/** The thresholds that held in an organization on the day of an instant (epoch ms). */
export const createDayThresholds = (
  picture: SitePicture,
): ((organization: Organization, time: number) => Thresholds) => {
  const known = new Map<Organization, Map<string, Thresholds>>();
  return (organization, time) => {
    const days = known.get(organization) ?? new Map<string, Thresholds>();
    known.set(organization, days);
    const day = localDay(time, organization.timeZone);
    const thresholds = days.get(day) ?? thresholdsOn(picture, organization.id, day);
    days.set(day, thresholds);
    return thresholds;
  };
};
