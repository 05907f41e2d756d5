import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { SENSOR_TYPE_INFO } from '@airdeck/domain/sensor-type';
import type { TFunction } from 'i18next';
import { formatDate } from '../../../lib/format/date.ts';
import { formatReading } from '../../../lib/format/number.ts';
import { writtenSensorName } from '../../../lib/format/sensor-name.ts';
import type { Line } from './line.ts';

export const descriptionOf = ({ description, description_en }: Alarm, language: Language): string =>
  (language === 'en' ? description_en : null) ?? description;

/** The place of an alarm, from the organization down. */
export const alarmPlace = (alarm: Alarm): string =>
  [
    alarm.organization_name,
    alarm.office_name,
    alarm.department_name,
    alarm.meter_name,
    alarm.sensor_name && writtenSensorName(alarm.sensor_name),
    alarm.air_name,
  ]
    .filter((name) => name !== null && name !== '')
    .join('\u00a0· ');

/** The place that the alarms of a group have in common. */
export const groupPlace = ({ office_name, department_name }: Alarm): string =>
  [office_name, department_name].filter(Boolean).join('\u00a0· ');

const SUBJECTS = { METER: 'meters', SENSOR: 'sensors', AIR_PURIFIER: 'purifiers', SERVER: 'alarms' } as const;

/** The members of a group as text: `12 meters`. */
export const groupSubjects = ({ category }: Alarm, count: number, t: TFunction): string =>
  t(`alarm.group.${SUBJECTS[category]}`, { count });

/** Where an alarm of a list is, from the department down; where a group is, and of how many things. */
export const shortPlace = ({ alarm, group }: Line, t: TFunction): string => {
  const { department_name, meter_name, sensor_name, air_name } = alarm;
  const parts =
    group === null
      ? [department_name, meter_name, sensor_name && writtenSensorName(sensor_name), air_name]
      : [department_name, groupSubjects(alarm, group.count, t)];
  return parts.filter(Boolean).join(' · ') || (alarm.organization_name ?? t('alarm.graph.noDevice'));
};

/** The device of an alarm within its department. */
export const devicePlace = (alarm: Alarm): string => {
  const { meter_name, sensor_name, air_name } = alarm;
  const parts = [meter_name, sensor_name && writtenSensorName(sensor_name), air_name];
  return parts.filter(Boolean).join('\u00a0· ') || alarmPlace(alarm);
};

/** The place of its meter, as the title of a picture. */
export const meterPlaceOf = (alarm: Alarm): string =>
  [alarm.organization_name, alarm.office_name, alarm.department_name, alarm.meter_name].filter(Boolean).join(' › ');

/** The value that raised an alarm: `1,720 ppm (threshold 1,500 ppm)`; '' where no value did. */
export const triggerOf = ({ sensor_type: type, value, bound }: Alarm, t: TFunction, language: Language): string => {
  if (type === null || value === null) return '';
  const { unit } = SENSOR_TYPE_INFO[type];
  const written = formatReading(type, value, language);
  if (bound === null) return `${written} ${unit}`.trim();
  return t('alarm.above', { value: written, unit, bound: formatReading(type, bound, language) });
};

export const timeText = (instant: string, language: Language): string => formatDate(instant, 'minute', { language });

/** From when it began until it ended, or was cleared; undefined while it lasts. */
export const endOf = ({ ended_time, cleared_time }: Alarm): number | undefined => {
  const end = ended_time ?? cleared_time;
  return end === null ? undefined : Date.parse(end);
};
