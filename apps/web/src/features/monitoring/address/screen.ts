import type { CardView, PlaceKind } from '@airdeck/contract/monitoring/schema';

/** The seven screens, in the address's words. */
export const SCREENS = ['agency', 'grade', 'half', 'meter', 'sensor', 'localization', 'purifier'] as const;
export type Screen = (typeof SCREENS)[number];

export const isScreen = (text: string): text is Screen => (SCREENS as readonly string[]).includes(text);

/** The screen that shows what lies below an item of a kind. */
export const SCREEN_BELOW: Record<PlaceKind, Screen> = {
  organization: 'grade',
  office: 'half',
  department: 'meter',
  meter: 'sensor',
};

/** What the cards of a view are. */
export const KIND_OF_VIEW: Record<CardView, PlaceKind> = {
  agency: 'organization',
  grade: 'office',
  half: 'department',
  meter: 'meter',
};

/** Where to look again for an item that is not there. */
export const UP: Record<Screen, Screen> = {
  agency: 'agency',
  grade: 'agency',
  half: 'grade',
  meter: 'half',
  sensor: 'meter',
  localization: 'meter',
  purifier: 'meter',
};

export const screenAddress = (screen: Screen, id?: number): string =>
  `/monitoring/${screen}${id === undefined ? '' : `/${id}`}`;

/** The screen of a path; null for paths of other areas. */
export function screenOf(path: string): Screen | null {
  const [, area, name = ''] = path.split('/');
  return area === 'monitoring' && isScreen(name) ? name : null;
}
