import type { Language } from '@airdeck/contract/user/schema';
import { compareNames } from '../../../site/compare-names.ts';
import type { Meter, SitePicture } from '../../../site/picture.ts';
import type { Look } from './look.ts';

const compare = (language: Language, a: Meter, b: Meter): number =>
  compareNames(language, a.organization, b.organization) ||
  compareNames(language, a.department.office, b.department.office) ||
  compareNames(language, a.department, b.department) ||
  compareNames(language, a, b);

/** Comparing names is slow, so all meters are ordered once for each picture. */
const known = new WeakMap<SitePicture, Map<Language, Map<Meter, number>>>();

const ranksOf = ({ picture, language }: Look): Map<Meter, number> => {
  const ofPicture = known.get(picture) ?? new Map<Language, Map<Meter, number>>();
  known.set(picture, ofPicture);
  const found = ofPicture.get(language);
  if (found) return found;
  const meters = [...picture.meters.values()].sort((a, b) => compare(language, a, b));
  const ranks = new Map(meters.map((meter, rank) => [meter, rank]));
  ofPicture.set(language, ranks);
  return ranks;
};

/** Meters in the order of the site tree: by the names of their organization, office, department, and their own. */
export const inPlaceOrder = (look: Look, meters: readonly Meter[]): Meter[] => {
  const ranks = ranksOf(look);
  return meters.toSorted((a, b) => (ranks.get(a) ?? 0) - (ranks.get(b) ?? 0));
};
