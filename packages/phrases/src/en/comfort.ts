import type { comfort as korean } from '../ko/comfort.ts';
import type { Translated } from '../translated.ts';

export const comfort: Translated<typeof korean> = {
  title: 'Thermal comfort',
  vote: {
    COLD: 'Cold',
    COOL: 'Cool',
    SLIGHTLY_COOL: 'Slightly cool',
    NEUTRAL: 'Neutral',
    SLIGHTLY_WARM: 'Slightly warm',
    WARM: 'Warm',
    HOT: 'Hot',
  },
  voteValue: 'PMV {{value}}',
  dissatisfied: '{{percent}} % dissatisfied (PPD)',
  outside: 'Temperature or humidity is outside of the range of the model.',
  dewPoint: 'Dew point {{value}} °C. Water condenses on windows and walls that are colder.',
  assumed:
    'Assumed: walls as warm as the air, air speed {{velocity}} m/s, seated work {{met}} met, {{clothing}} {{clo}} clo',
  season: { SUMMER: 'summer clothes', BETWEEN: 'spring and autumn clothes', WINTER: 'winter clothes' },
};
