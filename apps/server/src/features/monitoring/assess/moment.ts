import { localDay } from '@airdeck/domain/calendar';
import type { Thresholds } from '@airdeck/domain/threshold';
import type { Organization, SitePicture } from '../../../site/picture.ts';
import { thresholdsOn } from '../../../site/site.ts';

/** One look at everything: what is registered and the time stay the same while it lasts. */
export interface Moment {
  /** Epoch milliseconds. */
  now: number;
  picture: SitePicture;
  /** Today's thresholds of an organization; the same object as long as they are the same. */
  thresholdsOf(organization: Organization): Thresholds;
}

export const createMoment = (picture: SitePicture, now: number): Moment => {
  const known = new Map<Organization, Thresholds>();
  return {
    now,
    picture,
    thresholdsOf(organization) {
      const found = known.get(organization);
      if (found) return found;
      const thresholds = thresholdsOn(picture, organization.id, localDay(now, organization.timeZone));
      known.set(organization, thresholds);
      return thresholds;
    },
  };
};
