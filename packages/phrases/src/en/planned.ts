import type { planned as model } from '../ko/planned.ts';
import type { Translated } from '../translated.ts';

export const planned: Translated<typeof model> = {
  badge: 'Planned screen',
  notBuilt: 'This screen is not built yet. Live values can be seen in Monitoring now.',
  willShow: 'What you will see here',
  toMonitoring: 'Go to Monitoring',
  screen: {
    controlAir: 'Commands to purifiers, with the requested state beside what the device reports.',
    autoModeAir: 'The values, per sensor type, at which auto mode changes the fan speed.',
    controlHistory: 'Who commanded what to which purifier, when, and how it ended.',
  },
};
