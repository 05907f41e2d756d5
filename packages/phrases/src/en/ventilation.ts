import type { ventilation as korean } from '../ko/ventilation.ts';
import type { Translated } from '../translated.ts';

export const ventilation: Translated<typeof korean> = {
  title: 'Air changes',
  period: 'Last 4 weeks, from the fall of CO₂ after people have left',
  closing: 'People leave at',
  rate: '{{value}} per hour',
  summary: 'Median of {{count}} evenings · {{span}}',
  from: {
    ENTERED: 'Time that you entered',
    OPENING_HOURS: 'From the opening hours in the facility facts',
    UNKNOWN: 'Unknown',
  },
  varies: 'differs by day',
  useHours: 'Use opening hours',
  unknown: 'Nothing tells when people leave. Register opening hours in the facility facts, or enter the time.',
  none: 'No evening of the last 4 weeks allows an estimate. Check the time at which people leave.',
  alwaysOpen:
    'The place never closes for half an hour, so it is not known when the room is empty. Enter a time at which people leave it.',
  notYet: 'The place was closed in the last 4 weeks, or no evening is over yet.',
  evenings_one: 'Show {{count}} evening',
  evenings_other: 'Show {{count}} evenings',
  evening: '{{rate}} ± {{margin}}',
  fall: 'CO₂ {{from}} → {{to}} ppm',
  outdoor: {
    METER: 'outdoors {{ppm}} ppm (outdoor meter)',
    ROOM: "outdoors {{ppm}} ppm (the room's lowest)",
    DEFAULT: 'outdoors {{ppm}} ppm (assumed)',
  },
  band: '{{span}} if outdoor air differs by 20 ppm',
  refused: {
    NO_READINGS: 'No readings after people left',
    START_LOW: 'CO₂ too low for an estimate',
    TOO_SHORT: 'The fall was too short',
    SMALL_FALL: 'CO₂ hardly fell',
    POOR_FIT: 'CO₂ did not fall evenly',
    NO_CO2: 'No CO₂ sensor',
    NO_HOURS: 'No opening hours in the facility facts',
    NO_EVENING: 'No evening to compute from',
    NOT_CLOSED: 'Never closed for half an hour',
  },
  hint: 'Assumes an empty room, and uses the fall from the highest CO₂ of the two hours after people leave. The result is too low if someone stayed.',
};
