import type { Language } from '@airdeck/contract/user/schema';
import { meterIndex } from '@airdeck/domain/air-index';
import { seqOfChannel } from '@airdeck/domain/channel';
import { isSupported } from '@airdeck/domain/control/command';
import { isStale, MISSED_INTERVALS } from '@airdeck/domain/freshness';
import { GRADES, gradeOfIndex } from '@airdeck/domain/grade';
import { fanSpeedOf } from '@airdeck/domain/purifier-state';
import { SENSOR_TYPE_INFO, type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { fromTicks } from '@airdeck/domain/stored-value';
import type { Thresholds } from '@airdeck/domain/threshold';
import { grade as enGrade } from '@airdeck/phrases/en/grade';
import { HOME_ASSISTANT_TEXTS } from '@airdeck/phrases/home-assistant';
import { grade as koGrade } from '@airdeck/phrases/ko/grade';
import {
  availabilityTopic,
  commandTopic,
  deviceIdOf,
  discoveryTopic,
  FAN_LEVELS,
  PRESETS,
  stateTopic,
} from '../../device-messages/home-assistant-topics.ts';
import { localName } from '../../registry/registry.ts';
import type { Meter, Purifier, Sensor } from '../../registry/snapshot.ts';
import type { LastReport, MeterValues } from './current.ts';

const GRADE_TEXTS = { ko: koGrade, en: enGrade };

/** Device class of a sensor type in Home Assistant, which has none for formaldehyde alone. */
const DEVICE_CLASS: Readonly<Record<SensorType, string>> = {
  PM10: 'pm10',
  'PM2.5': 'pm25',
  'PM1.0': 'pm1',
  CO2: 'carbon_dioxide',
  TEMPERATURE: 'temperature',
  HUMIDITY: 'humidity',
  HCHO: 'volatile_organic_compounds',
};
/** Values expire after this many intervals without a message, for when this server is away. */
const EXPIRY_INTERVALS = MISSED_INTERVALS + 1;
/** A message may wait this long for the one before it (s). */
const EXPIRY_SLACK_S = 30;

/** A meter with its current values. */
export interface MeterFacts {
  meter: Meter;
  language: Language;
  values: MeterValues;
  reportOf(purifierId: number): LastReport | undefined;
  hasAlarm: boolean;
  thresholds: Thresholds;
  /** Epoch milliseconds. */
  now: number;
}

/** `co2`, `pm2_5`, `co2_2`: key of a sensor in the state message, and the end of its id. */
const keyOf = ({ type, channel }: Pick<Sensor, 'type' | 'channel'>): string => {
  const sequence = seqOfChannel(channel);
  const key = type.toLowerCase().replaceAll('.', '_');
  return sequence === 1 ? key : `${key}_${sequence}`;
};
const purifierKey = ({ number }: Pick<Purifier, 'number'>): string => `purifier_${number}`;

const newestTime = (values: MeterValues): number | null => {
  let newest: number | null = null;
  for (const { time } of values.values()) if (newest === null || time > newest) newest = time;
  return newest;
};

export const isMeterFresh = ({ meter, values, now }: Pick<MeterFacts, 'meter' | 'values' | 'now'>): boolean =>
  !isStale(newestTime(values), meter.intervalS, now);

const freshReport = ({ reportOf, meter, now }: MeterFacts, purifier: Purifier): LastReport | undefined => {
  const report = reportOf(purifier.id);
  return report === undefined || isStale(report.time, meter.intervalS, now) ? undefined : report;
};

/** Power, speed level and preset of a purifier; null: not reported, or too long ago. */
const purifierState = (report: LastReport | undefined): Record<string, unknown> => {
  if (report === undefined) return { power: null, speed: null, preset: null };
  const { state } = report;
  const speed = fanSpeedOf(state);
  return {
    power: state.power,
    speed: speed === 'STOP' ? 0 : FAN_LEVELS.indexOf(speed) + 1,
    preset: state.power === 'OFF' ? null : state.control.toLowerCase(),
  };
};

/** The state of a meter, its purifiers and its alarms, of which each entity reads its part. */
export const renderState = (facts: MeterFacts): string => {
  const { meter, language, values, hasAlarm, thresholds, now } = facts;
  const fresh: { key: string; type: SensorType; value: number | null }[] = [];
  for (const sensor of meter.sensors.values()) {
    const last = values.get(sensor.channel);
    const isMissing = last === undefined || isStale(last.time, meter.intervalS, now);
    const value = isMissing ? null : fromTicks(sensor.type, last.ticks);
    fresh.push({ key: keyOf(sensor), type: sensor.type, value });
  }
  const measured = fresh.flatMap(({ type, value }) => (value === null ? [] : [{ type, value }]));
  const index = meterIndex(measured, thresholds);
  const time = newestTime(values);
  return JSON.stringify({
    time: time === null ? null : new Date(time).toISOString(),
    ...Object.fromEntries(fresh.map(({ key, value }) => [key, value])),
    grade: index === null ? null : GRADE_TEXTS[language].rating[gradeOfIndex(index.index)],
    alarm: hasAlarm ? 'ON' : 'OFF',
    ...Object.fromEntries(
      meter.purifiers.map((purifier) => [purifierKey(purifier), purifierState(freshReport(facts, purifier))]),
    ),
  });
};

const sensorName = (sensor: Sensor, language: Language): string => {
  const isOnly = [...sensor.meter.sensors.values()].filter(({ type }) => type === sensor.type).length === 1;
  return isOnly ? GRADE_TEXTS[language].sensorLong[sensorPhraseKey(sensor.type)] : sensor.name;
};

const valueTemplate = (path: string): string => `{{ value_json.${path} }}`;

const fanOf = ({ meter, language, reportOf }: MeterFacts, purifier: Purifier, common: object): object => {
  const { code } = meter.organization;
  const topicOf = (level: 'power' | 'speed' | 'preset') =>
    commandTopic(code, { meterId: meter.id, number: purifier.number }, level);
  const key = purifierKey(purifier);
  const state = reportOf(purifier.id)?.state;
  const topic = stateTopic(code, meter.id);
  return {
    platform: 'fan',
    unique_id: `${deviceIdOf(meter.id)}_${key}`,
    name: localName(purifier, language),
    ...common,
    command_topic: topicOf('power'),
    state_value_template: valueTemplate(`${key}.power`),
    ...(state !== undefined &&
      isSupported('FAN_SPEED', state) && {
        percentage_command_topic: topicOf('speed'),
        percentage_state_topic: topic,
        percentage_value_template: valueTemplate(`${key}.speed`),
        speed_range_min: 1,
        speed_range_max: FAN_LEVELS.length,
      }),
    ...(state !== undefined &&
      isSupported('WORK', state) && {
        preset_modes: Object.keys(PRESETS),
        preset_mode_command_topic: topicOf('preset'),
        preset_mode_state_topic: topic,
        preset_mode_value_template: valueTemplate(`${key}.preset`),
      }),
  };
};

/** A discovery message depends on the registry and on this: the commands that purifiers have. */
export const discoveryKey = ({ meter, reportOf }: MeterFacts): string =>
  meter.purifiers
    .map(({ id }) => {
      const state = reportOf(id)?.state;
      return state === undefined ? '-' : `${isSupported('FAN_SPEED', state)}/${isSupported('WORK', state)}`;
    })
    .join(' ');

/** The discovery message of a meter: a device with all its entities. A removed part is named by its platform alone. */
export const renderDiscovery = (facts: MeterFacts): string => {
  const { meter, language } = facts;
  const { organization, department } = meter;
  const id = deviceIdOf(meter.id);
  const texts = HOME_ASSISTANT_TEXTS[language];
  const availability = { availability_topic: availabilityTopic(organization.code, meter.id) };
  const expiry = { expire_after: EXPIRY_INTERVALS * meter.intervalS + EXPIRY_SLACK_S };
  const sensors = [...meter.sensors.values()].sort((a, b) => a.channel - b.channel);
  const removed = [
    ...meter.past.sensors.map((sensor) => [keyOf(sensor), { platform: 'sensor' }] as const),
    ...meter.past.purifiers.map((purifier) => [purifierKey(purifier), { platform: 'fan' }] as const),
  ];
  return JSON.stringify({
    device: {
      identifiers: [id],
      name: localName(meter, language),
      manufacturer: 'Airdeck',
      model: meter.type,
      serial_number: meter.code,
      suggested_area: `${localName(department.office, language)} ${localName(department, language)}`,
    },
    origin: { name: 'Airdeck' },
    state_topic: stateTopic(organization.code, meter.id),
    qos: 1,
    components: {
      ...Object.fromEntries(removed),
      ...Object.fromEntries(
        sensors.map((sensor) => [
          keyOf(sensor),
          {
            platform: 'sensor',
            unique_id: `${id}_${keyOf(sensor)}`,
            name: sensorName(sensor, language),
            ...availability,
            ...expiry,
            device_class: DEVICE_CLASS[sensor.type],
            state_class: 'measurement',
            unit_of_measurement: SENSOR_TYPE_INFO[sensor.type].unit,
            suggested_display_precision: SENSOR_TYPE_INFO[sensor.type].digits,
            value_template: valueTemplate(keyOf(sensor)),
          },
        ]),
      ),
      grade: {
        platform: 'sensor',
        unique_id: `${id}_grade`,
        name: texts.grade,
        ...availability,
        ...expiry,
        device_class: 'enum',
        options: GRADES.map((grade) => GRADE_TEXTS[language].rating[grade]),
        value_template: valueTemplate('grade'),
      },
      // Without availability: a silent meter has an alarm.
      alarm: {
        platform: 'binary_sensor',
        unique_id: `${id}_alarm`,
        name: texts.alarm,
        device_class: 'problem',
        value_template: valueTemplate('alarm'),
      },
      ...Object.fromEntries(
        meter.purifiers.map((purifier) => [purifierKey(purifier), fanOf(facts, purifier, availability)]),
      ),
    },
  });
};

/** Topics of a meter, all with retained messages. */
export const topicsOfMeter = ({ id, organization: { code } }: Meter) => ({
  discovery: discoveryTopic(id),
  state: stateTopic(code, id),
  availability: availabilityTopic(code, id),
});
