import type { CardView, PlaceKind } from '@airdeck/contract/monitoring/schema';

/** The seven screens. */
export const MONITORING_SCREENS = [
  'organizations',
  'offices',
  'departments',
  'meter',
  'sensor',
  'localization',
  'purifier',
] as const;
export type MonitoringScreen = (typeof MONITORING_SCREENS)[number];

/** A screen with cards of the places of one level. */
export type CardsView = Exclude<MonitoringScreen, 'sensor' | 'localization' | 'purifier'>;

/** The words of addresses, of the API and of storage keys, which the specification fixes. */
export const SPECIFIED_WORD = {
  organizations: 'agency',
  offices: 'grade',
  departments: 'half',
  meter: 'meter',
  sensor: 'sensor',
  localization: 'localization',
  purifier: 'purifier',
} as const satisfies Record<MonitoringScreen, string> & Record<CardsView, CardView>;

/** The screen that shows what lies below an item of a kind. */
export const SCREEN_BELOW: Record<PlaceKind, MonitoringScreen> = {
  organization: 'offices',
  office: 'departments',
  department: 'meter',
  meter: 'sensor',
};

/** Kind of the places on the cards of a view. */
export const KIND_OF_VIEW: Record<CardsView, PlaceKind> = {
  organizations: 'organization',
  offices: 'office',
  departments: 'department',
  meter: 'meter',
};

/** Kind of the place that the id of a screen names. */
const KIND_OF_ID: Record<MonitoringScreen, PlaceKind> = {
  organizations: 'organization',
  offices: 'organization',
  departments: 'office',
  meter: 'department',
  sensor: 'meter',
  localization: 'meter',
  purifier: 'meter',
};

export interface PlaceId {
  kind: PlaceKind;
  id: number;
}

/** The place that an address shows; null where it shows a whole level. */
export const placeOfScreen = (screen: MonitoringScreen, id: number | undefined): PlaceId | null =>
  id === undefined ? null : { kind: KIND_OF_ID[screen], id };

/** An address of Monitoring. */
export interface ScreenAddress {
  screen: MonitoringScreen;
  id?: number;
}

/** Where Monitoring starts: with the organizations, or with the offices of the only one that the user sees. */
export const startScreen = (only: number | null): ScreenAddress =>
  only === null ? { screen: 'organizations' } : { screen: 'offices', id: only };

/** Whether an address shows all that the user sees, by its top level. */
export const isStart = (screen: MonitoringScreen, id: number | undefined, only: number | null): boolean =>
  (screen === 'organizations' && (id === undefined || id === only)) ||
  (screen === 'offices' && only !== null && id === only);

/** The screen to go to when an item is not there. */
export const SCREEN_ABOVE: Record<MonitoringScreen, MonitoringScreen> = {
  organizations: 'organizations',
  offices: 'organizations',
  departments: 'offices',
  meter: 'departments',
  sensor: 'meter',
  localization: 'meter',
  purifier: 'meter',
};

export const screenAddress = (screen: MonitoringScreen, id?: number): string =>
  `/monitoring/${SPECIFIED_WORD[screen]}${id === undefined ? '' : `/${id}`}`;

/** The screen of a path; null for paths of other areas. */
export function screenOf(path: string): MonitoringScreen | null {
  const [, area, name = ''] = path.split('/');
  return (area === 'monitoring' && MONITORING_SCREENS.find((screen) => SPECIFIED_WORD[screen] === name)) || null;
}
