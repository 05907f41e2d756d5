import type { ventilation as korean } from '../ko/ventilation.ts';
import type { Translated } from '../translated.ts';

export const ventilation: Translated<typeof korean> = {
  title: 'Air changes',
  period: 'Last 4 weeks, from the fall of CO₂ after people have left',
  closing: 'People leave at',
  rate: '{{value}} per hour',
  summary: 'Median of {{count}} evenings · {{span}}',
  none: 'No evening of the last 4 weeks allows an estimate. Check the time at which people leave.',
  notYet: 'No evening is over yet.',
  evenings_one: 'Show {{count}} evening',
  evenings_other: 'Show {{count}} evenings',
  evening: '{{rate}} ± {{margin}}',
  fall: 'CO₂ {{from}} → {{to}} ppm',
  outdoor: 'outdoors {{ppm}} ppm',
  outdoorAssumed: 'outdoors {{ppm}} ppm (assumed)',
  band: '{{span}} if outdoor air differs by 20 ppm',
  refused: {
    NO_READINGS: 'No readings after people left',
    START_LOW: 'CO₂ too low for an estimate',
    TOO_SHORT: 'The fall was too short',
    SMALL_FALL: 'CO₂ hardly fell',
    POOR_FIT: 'CO₂ did not fall evenly',
  },
  hint: 'Assumes an empty room, and uses the fall from the highest CO₂ of the two hours after people leave. The result is too low if someone stayed.',
};
