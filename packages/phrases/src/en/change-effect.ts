import type { changeEffect as korean } from '../ko/change-effect.ts';
import type { Translated } from '../translated.ts';

export const changeEffect: Translated<typeof korean> = {
  title: 'Did it help?',
  subtitle: 'Whether something that changed on one day helped: a purifier, a new filter, other opening hours.',
  day: 'Day of the change',
  candidates: 'Changes on record:',
  openingHours: 'Opening hours changed on {{day}}',
  hours: '{{before}} → {{after}}',
  outdoor: 'Meter of outdoor air',
  outdoorNone: 'None',
  choose:
    'Choose the day of a change to compare the same hours of weekdays and weekends in the two weeks before and after it. The day itself is left out.',
  verdict: {
    LOWER: 'Lower',
    HIGHER: 'Higher',
    UNCHANGED: 'Unchanged',
    CANNOT_TELL: 'Too early to tell',
  },
  /** There is an effect, but its interval allows for none. */
  unclear: 'Not clear',
  future: 'This day is still to come.',
  change: '{{type}} {{change}} % (95 % interval {{low}} % to {{high}} %)',
  tooFew: 'Too few days: at least 5 on each side are needed.',
  days: '{{before}} days before and {{after}} days after',
  withOutdoor: 'Outdoor air was taken into account.',
  withoutOutdoor: 'Outdoor air was not taken into account: a change of weather can look like an effect.',
};
