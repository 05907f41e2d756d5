/** The five screens. */
export const HISTORY_SCREENS = [
  'meterReadings',
  'meterAverages',
  'sensorReadings',
  'sensorAverages',
  'purifierReadings',
] as const;
export type HistoryScreen = (typeof HISTORY_SCREENS)[number];

/** The words of addresses, which the specification fixes. */
const SPECIFIED_WORD: Readonly<Record<HistoryScreen, string>> = {
  meterReadings: 'instrument',
  meterAverages: 'instrumenta',
  sensorReadings: 'sensorcur',
  sensorAverages: 'sensoravg',
  purifierReadings: 'currentair',
};

/** The kind of thing that a row describes. */
export const HISTORY_KINDS = ['meter', 'sensor', 'purifier'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface ScreenShape {
  /** Key of its title in the menu's texts. */
  title: Exclude<HistoryScreen, 'purifierReadings'> | 'currentAir';
  kind: HistoryKind;
  /** Whether it shows means of hours, days, months or years, and not measured values. */
  averages: boolean;
  /** The screen with the averages of the same measured values, or the reverse. */
  other: HistoryScreen | null;
}

export const SCREEN: Readonly<Record<HistoryScreen, ScreenShape>> = {
  meterReadings: { title: 'meterReadings', kind: 'meter', averages: false, other: 'meterAverages' },
  meterAverages: { title: 'meterAverages', kind: 'meter', averages: true, other: 'meterReadings' },
  sensorReadings: { title: 'sensorReadings', kind: 'sensor', averages: false, other: 'sensorAverages' },
  sensorAverages: { title: 'sensorAverages', kind: 'sensor', averages: true, other: 'sensorReadings' },
  purifierReadings: { title: 'currentAir', kind: 'purifier', averages: false, other: null },
};

export const historyAddress = (screen: HistoryScreen): string => `/current/current/${SPECIFIED_WORD[screen]}`;
