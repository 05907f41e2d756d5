import {
  type MonitoringScreen,
  placeOfScreen,
  SPECIFIED_WORD,
  screenOf,
} from '../features/monitoring/address/screen.ts';
import { requestEarly } from '../lib/api/call.ts';

/** Paths of the API without the contract, whose schemas Login does not load. */
const PATHS: Record<MonitoringScreen, string> = {
  organizations: `/monitoring/cards/${SPECIFIED_WORD.organizations}`,
  offices: `/monitoring/cards/${SPECIFIED_WORD.offices}`,
  departments: `/monitoring/cards/${SPECIFIED_WORD.departments}`,
  meter: `/monitoring/cards/${SPECIFIED_WORD.meter}`,
  sensor: '/monitoring/sensors',
  localization: '/monitoring/sensors',
  purifier: '/monitoring/purifiers',
};

/** Requests what a screen of Monitoring asks first, before the console's code is loaded. Other addresses request nothing. */
export function requestFirstAnswers(pathname: string): void {
  const screen = screenOf(pathname);
  const id = pathname.split('/')[3];
  if (screen === null || (id !== undefined && !/^[1-9]\d{0,9}$/.test(id))) return;
  requestEarly('/monitoring/attention', { ...placeOfScreen(screen, id === undefined ? undefined : Number(id)) });
  requestEarly(PATHS[screen], { id });
}
