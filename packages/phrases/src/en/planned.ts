import type { planned as model } from '../ko/planned.ts';
import type { Translated } from '../translated.ts';

export const planned: Translated<typeof model> = {
  badge: 'Planned screen',
  notBuilt: 'This screen is not built yet. Live values can be seen in Monitoring now.',
  willShow: 'What you will see here',
  toMonitoring: 'Go to Monitoring',
  screen: {
    liveError: 'The errors that are open now, most severe first; acknowledged, shelved and cleared from here.',
    errorHistory: 'Errors that occurred and were cleared, searched by period, place and severity.',
    controlAir: 'Commands to purifiers, with the requested state beside what the device reports.',
    autoModeAir: 'The values, per sensor type, at which auto mode changes the fan speed.',
    controlHistory: 'Who commanded what to which purifier, when, and how it ended.',
  },
};
