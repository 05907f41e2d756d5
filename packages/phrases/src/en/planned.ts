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
    loginHistory: 'Who logged in and out, when, and from which address.',
    user: 'Users are created, changed and unlocked here, as local administrators or local users.',
    masterSensor: 'Default unit, range and grade thresholds of each sensor type.',
    organizationSensor: 'Grade thresholds and sensor names of an organization, where they differ.',
    masterError: 'Default severity and description of each error code.',
    organizationError: 'Severity and use of each error code in an organization.',
    measuring: 'Devices are registered here, with their place, model and use.',
    unregisteredMeter:
      'Devices that send values without being registered; they can be registered together with what they sent.',
    settingSensor: 'Type, sequence number and name of the sensors in a device.',
    sterilizer: 'Purifiers are registered here, with their device, model and use.',
  },
};
