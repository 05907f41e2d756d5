import type { CardView, PlaceKind } from '@airdeck/contract/monitoring/schema';

/** The seven screens, in the address's words. */
export const MONITORING_SCREENS = ['agency', 'grade', 'half', 'meter', 'sensor', 'localization', 'purifier'] as const;
export type MonitoringScreen = (typeof MONITORING_SCREENS)[number];

const isScreen = (text: string): text is MonitoringScreen => (MONITORING_SCREENS as readonly string[]).includes(text);

/** The screen that shows what lies below an item of a kind. */
export const SCREEN_BELOW: Record<PlaceKind, MonitoringScreen> = {
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

/** The screen to go to when an item is not there. */
export const SCREEN_ABOVE: Record<MonitoringScreen, MonitoringScreen> = {
  agency: 'agency',
  grade: 'agency',
  half: 'grade',
  meter: 'half',
  sensor: 'meter',
  localization: 'meter',
  purifier: 'meter',
};

export const screenAddress = (screen: MonitoringScreen, id?: number): string =>
  `/monitoring/${screen}${id === undefined ? '' : `/${id}`}`;

/** The screen of a path; null for paths of other areas. */
export function screenOf(path: string): MonitoringScreen | null {
  const [, area, name = ''] = path.split('/');
  return area === 'monitoring' && isScreen(name) ? name : null;
}
