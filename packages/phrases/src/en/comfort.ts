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
  wall: {
    title: 'Condensation and mould at outer walls',
    fine: 'No mould risk',
    risk: 'Mould risk',
    humid: 'In the last 7 days, the air at the wall was above 80 % for {{hours}} hours at most, from {{from}}',
    dry: 'In the last 7 days, the air at the wall was never above 80 %.',
    latest: '{{time}}: outdoors {{outdoor}} °C, wall surface {{surface}} °C with {{humidity}} %',
    assumed:
      'Assumed: temperature factor fRsi {{factor}} of an older outer wall, outdoor temperature of {{meter}}. More than 80 % at the surface for 6 hours is a risk.',
    refused: {
      NO_OUTDOOR_METER:
        'Mould risk needs the outdoor temperature. Register an outdoor meter with a temperature sensor in the facility facts.',
      NO_TEMPERATURE: 'The outdoor meter {{meter}} has no temperature sensor. Register one to see the mould risk.',
      NO_READINGS: 'No hour of the last 7 days has readings indoors and outdoors. Check the connection of {{meter}}.',
      IS_OUTDOORS: 'This is an outdoor meter, so it has no mould risk.',
    },
  },
  season: { SUMMER: 'summer clothes', BETWEEN: 'spring and autumn clothes', WINTER: 'winter clothes' },
};
