import type { Language } from '@airdeck/contract/user/schema';
import { DEFAULT_RETENTION, type Retention } from '@airdeck/domain/retention';
import { DEFAULT_THRESHOLDS, type Thresholds } from '@airdeck/domain/threshold';
import type { Db } from '../platform/db/pool.ts';
import { buildPicture } from './build-picture.ts';
import { emptyPicture, type Named, type SitePicture } from './picture.ts';
import { loadSite } from './queries.ts';

export interface Site {
  /** What is registered now. Take it once for a piece of work, so that the work sees one state. */
  picture(): SitePicture;
  /** Reads it anew; call it after a change has been committed. */
  reload(): Promise<void>;
}

export const createSite = (db: Db): Site => {
  let picture = emptyPicture();
  let last: Promise<void> = Promise.resolve();
  return {
    picture: () => picture,
    reload: () => {
      // One after the other, so that an older reading never replaces a newer one.
      last = last
        .catch(() => undefined)
        .then(async () => {
          picture = buildPicture(await db.tx(loadSite));
        });
      return last;
    },
  };
};

/** The thresholds of an organization on a day ('YYYY-MM-DD') of its own. */
export const thresholdsOn = (picture: SitePicture, organizationId: number, day: string): Thresholds =>
  picture.standards.get(organizationId)?.find((entry) => entry.validFrom <= day)?.thresholds ?? DEFAULT_THRESHOLDS;

/** How long an organization keeps what was measured. */
export const retentionOf = (picture: SitePicture, organizationId: number): Retention =>
  picture.retentions.get(organizationId) ?? DEFAULT_RETENTION;

export const localName = (named: Named, language: Language): string =>
  language === 'en' ? (named.nameEn ?? named.name) : named.name;
