import type { chart as model } from '../ko/chart.ts';
import type { Translated } from '../translated.ts';

export const chart: Translated<typeof model> = {
  picture: 'Save as PNG',
  pictureFailed: 'The picture could not be saved.',
  pan: 'Visible part',
  keys: 'Left and right arrows read values, with Shift they move, + and - zoom, 0 shows all.',
  now: 'This period',
  weeksAgo: '{{weeks}} wk ago',
  legend: 'Shown series',
  most: 'Up to {{most}} can be drawn at once. Switch off another one first.',
  least: 'At least one must stay on.',
  empty: 'Nothing was received in {{period}}. Try another period.',
  mean: { hour: 'Hourly mean', day: 'Daily mean', month: 'Monthly mean', year: 'Yearly mean' },
  minutes: 'Purifier states',
  minute: 'min',
  hour: 'h',
  purifier: 'Purifier',
  band: 'Range of those weeks',
  middle: 'Usual (median)',
  maintenance: 'Maintenance',
  difference: 'Compared with usual',
  zoomHint: 'Drag or Ctrl + wheel to zoom',
};
