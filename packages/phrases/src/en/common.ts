import type { common as model } from '../ko/common.ts';
import type { Translated } from '../translated.ts';

export const common: Translated<typeof model> = {
  language: { label: 'Language', ko: '한국어', en: 'English' },
  loading: 'Loading',
  separator: ' · ',
  empty: {
    title: 'No data',
    table: 'Nothing matches. Try other conditions.',
    chart: 'Nothing was received in this period. Try another one.',
  },
  error: {
    title: 'This could not be loaded',
    code: 'Error code',
    requestId: 'Request id',
    network: 'The server cannot be reached. Check your network.',
    timeout: 'The server did not answer within 30 seconds.',
    answer: "The server's answer could not be read.",
    screen: 'This screen could not be shown. If a new version was installed, reloading helps.',
  },
  field: {
    showPassword: 'Show password',
    hidePassword: 'Hide password',
    capsLock: 'Caps Lock is on',
  },
  table: {
    rows_one: '{{count}} row',
    rows_other: '{{count}} rows',
    columns: 'Columns',
    density: 'Density',
    comfortable: 'Comfortable',
    compact: 'Compact',
    settings: 'Table settings',
    sortHint: 'Click to sort, Shift-click to sort by several columns',
    cardSort: 'Sort',
    updating: 'Refreshing',
  },
  chart: {
    table: 'Show as table',
    reset: 'Reset zoom',
    zoomHint: 'Drag to zoom',
    time: 'Time',
  },
  trend: 'From {{from}} to {{to}}, lowest {{min}}, highest {{max}}, last {{last}}',
  trendEmpty: 'Nothing was received',
};
