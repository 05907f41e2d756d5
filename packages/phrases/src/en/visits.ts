import type { visits as korean } from '../ko/visits.ts';
import type { Translated } from '../translated.ts';

export const visits: Translated<typeof korean> = {
  title: 'Meters to visit',
  subtitle:
    'From the values between midnight and 05:00 of the last 7 days, and from the dates that were entered with the meter. Places that are used at night may differ.',
  none: 'No meter needs a visit',
  noneText:
    'Nothing unusual in the nights of the last 7 days. Sensors with alarms are below, under “Doubtful sensors”.',
  since: 'since {{day}}',
  reason: {
    PM_ORDER:
      'Particle sizes are in the wrong order ({{percent}} % of the night). Clean the inlet; replace it if that does not help.',
    DEAD: '{{type}} does not change at all overnight. The sensor may be broken.',
    NOISY:
      '{{type}} fluctuates strongly: {{seen}} {{unit}}, usually {{usual}} {{unit}}. Check the wiring and the sensor.',
    NEIGHBOURS:
      'Differs from the other meters of its office: {{type}} {{seen}} {{unit}}, usually {{usual}} {{unit}}. Clean or calibrate it.',
    CO2_JUMP: 'The CO₂ baseline moved alone: {{seen}} ppm, other meters {{usual}} ppm. Calibrate it.',
    CO2_WILL_DRIFT:
      'CO₂ was never below {{seen}} ppm in 7 days. Automatic correction may make it too low: open the windows, or calibrate it.',
  },
  due: {
    CERTIFICATE_ENDS: 'The performance certificate is valid until {{day}}. Have it renewed, or plan a replacement.',
    CALIBRATION_DUE: 'Calibrate it by {{day}} (yearly).',
  },
  over: {
    CERTIFICATE_ENDS: 'The performance certificate expired on {{day}}. Have it renewed, or replace the meter.',
    CALIBRATION_DUE: 'The calibration was due on {{day}}. Calibrate it, and enter the day.',
  },
};
