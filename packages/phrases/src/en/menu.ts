import { screenTexts } from '../administration/screen-texts.ts';
import type { menu as model } from '../ko/menu.ts';
import type { Translated } from '../translated.ts';

export const menu: Translated<typeof model> = {
  title: 'Menu',
  search: 'Search the menu',
  searchHint: 'Press / to search',
  searchEmpty: 'No menu entry matches “{{text}}”.',
  userInfo: 'My information',
  serviceCenter: 'Service Center',
  main: {
    monitoring: 'Monitoring',
    current: 'Current',
    management: 'Administration',
  },
  sub: {
    current: 'Values and averages',
    error: 'Alarms',
    control: 'Control',
    login: 'Logins',
    user: 'Users',
    organization: 'Organization',
    master: 'Master data',
    setting: 'Devices',
    notice: 'Notices',
    system: 'System',
  },
  item: {
    meterReadings: 'Meter current values',
    meterAverages: 'Meter averages',
    sensorReadings: 'Sensor current values',
    sensorAverages: 'Sensor averages',
    compliance: 'Compliance',
    currentAir: 'Purifier status',
    liveError: 'Live alarms',
    errorHistory: 'Alarm history',
    controlAir: 'Purifier control',
    autoModeAir: 'Auto-mode settings',
    controlHistory: 'Control history',
    installation: 'Installation',
    connect: 'Connect a device',
    decoderEditor: 'Decoder editor',
    labels: 'Meter labels',
    ...screenTexts('menu', 'en'),
  },
  found_one: '{{count}} found.',
  found_other: '{{count}} found.',
};
