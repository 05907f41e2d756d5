/** The five screens, in the address's words. */
export const HISTORY_SCREENS = ['instrument', 'instrumenta', 'sensorcur', 'sensoravg', 'currentair'] as const;
export type HistoryScreen = (typeof HISTORY_SCREENS)[number];

/** The kind of thing that a row describes. */
export const HISTORY_KINDS = ['meter', 'sensor', 'purifier'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

export interface ScreenShape {
  /** Key of its title in the menu's texts. */
  title: 'instrument' | 'instrumentAvg' | 'sensorCur' | 'sensorAvg' | 'currentAir';
  kind: HistoryKind;
  /** Whether it shows means of hours, days, months or years, and not measured values. */
  averages: boolean;
  /** The screen with the averages of the same measured values, or the reverse. */
  other: HistoryScreen | null;
}

export const SCREEN: Readonly<Record<HistoryScreen, ScreenShape>> = {
  instrument: { title: 'instrument', kind: 'meter', averages: false, other: 'instrumenta' },
  instrumenta: { title: 'instrumentAvg', kind: 'meter', averages: true, other: 'instrument' },
  sensorcur: { title: 'sensorCur', kind: 'sensor', averages: false, other: 'sensoravg' },
  sensoravg: { title: 'sensorAvg', kind: 'sensor', averages: true, other: 'sensorcur' },
  currentair: { title: 'currentAir', kind: 'purifier', averages: false, other: null },
};

export const historyAddress = (screen: HistoryScreen): string => `/current/current/${screen}`;
