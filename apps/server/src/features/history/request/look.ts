import type { Language } from '@airdeck/contract/user/schema';
import type { Tx } from '../../../platform/db/pool.ts';
import type { Organization, SitePicture } from '../../../site/picture.ts';

/** Who asks, what is registered, and the time: the same from the beginning of an answer to its end. */
export interface Look {
  picture: SitePicture;
  /** Those that exist for the asker. */
  organizations: readonly Organization[];
  language: Language;
  /** Epoch ms. */
  now: number;
  /** Runs reads that have to see one state of the store. */
  read<T>(run: (tx: Tx) => Promise<T>): Promise<T>;
}
