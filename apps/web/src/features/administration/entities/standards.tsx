import {
  MASTER_ERROR_ORDERS,
  MASTER_SENSOR_ORDERS,
  masterErrors,
  masterSensors,
  ORGANIZATION_ERROR_ORDERS,
  ORGANIZATION_SENSOR_ORDERS,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import { THRESHOLD_NAMES } from '@airdeck/contract/standard/rule';
import { ERROR_GROUPS, SENSOR_CATEGORIES, SEVERITIES, type ThresholdField } from '@airdeck/contract/standard/schema';
import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { THRESHOLD_FIELDS } from '@airdeck/domain/threshold';
import { currentLanguage } from '../../../lib/i18n/i18n.ts';
import type { Column, Definition, Field, Filter } from '../model/definition.ts';
import { BoundField } from '../thresholds/bound-field.tsx';
import { BoundsCell, RangeCell, StandardPanel } from '../thresholds/standard-panel.tsx';
import { type StandardSensor, standardRule } from '../thresholds/standard-sensor.ts';
import { ErrorNotes, ErrorUseCell, isBuiltIn } from './error-parts.tsx';
import { STAMPS, USE } from './places.ts';

const TYPE: Column<{ type: string }> = { name: 'type', kind: 'choice', choice: 'sensor_type' };
const CATEGORY: Column<{ category: string }> = { name: 'category', kind: 'choice', choice: 'category' };
const GROUP: Column<{ group: string }> = { name: 'group', kind: 'choice', choice: 'error_group' };
const BOUNDS: Column<StandardSensor> = { name: 'thresholds', Cell: BoundsCell };
const RANGE: Column<StandardSensor> = { name: 'range', Cell: RangeCell };

const GROUPS: Filter<'group'> = { name: 'group', choice: 'error_group', options: ERROR_GROUPS };
const SEVERITY: Filter<'severity'> = { name: 'severity', choice: 'severity', options: SEVERITIES };

const OVERRIDDEN: Filter<'overridden'> = { name: 'overridden', choice: 'overridden', options: ['Y', 'N'] };

const isOfType = (name: ThresholdField) => (item: StandardSensor | null) =>
  item !== null && (THRESHOLD_FIELDS[item.type] as readonly string[]).includes(name);

const numberInWords = (_: unknown, value: unknown): string =>
  typeof value === 'number'
    ? new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 6 }).format(value)
    : String(value ?? '');

/** The four thresholds of a row's type, and the day from which they hold. */
const THRESHOLDS: readonly Field<StandardSensor, ThresholdField | 'inherits' | 'valid_from'>[] = [
  ...THRESHOLD_NAMES.map(
    (name): Field<StandardSensor, ThresholdField> => ({
      ...{ name, kind: 'custom', Input: BoundField, inWords: numberInWords },
      ...{ required: true, half: true, when: isOfType(name) },
    }),
  ),
  { name: 'inherits', kind: 'yesNo', half: true },
  { name: 'valid_from', kind: 'date', half: true },
];

export const MASTER_SENSOR: Definition<typeof masterSensors> = {
  title: 'sensorTypes',
  entity: 'master_sensors',
  routes: masterSensors,
  sortable: MASTER_SENSOR_ORDERS,
  filters: [{ name: 'category', choice: 'category', options: SENSOR_CATEGORIES }],
  columns: [
    { ...TYPE, primary: true },
    { name: 'code' },
    CATEGORY,
    RANGE,
    BOUNDS,
    { name: 'model', extra: true },
    ...STAMPS,
  ],
  facts: [TYPE, { name: 'unit' }],
  fields: [
    ...THRESHOLDS,
    { name: 'range_min', kind: 'number', required: true, half: true },
    { name: 'range_max', kind: 'number', required: true, half: true },
    { name: 'code', kind: 'text', required: true, half: true, hint: 'master_code' },
    { name: 'category', kind: 'choice', choice: 'category', options: SENSOR_CATEGORIES, required: true, half: true },
    { name: 'model', kind: 'text' },
    { name: 'description', kind: 'longText' },
    { name: 'description_en', kind: 'longText' },
  ],
  rule: standardRule,
  Lead: StandardPanel,
  nameOf: ({ code }) => code,
};

export const ORGANIZATION_SENSOR: Definition<typeof organizationSensors> = {
  title: 'organizationSensor',
  entity: 'organization_sensors',
  routes: organizationSensors,
  sortable: ORGANIZATION_SENSOR_ORDERS,
  places: 'organization',
  filters: [{ name: 'type', choice: 'sensor_type', options: SENSOR_TYPES }, USE, OVERRIDDEN],
  columns: [
    { name: 'organization_name' },
    { ...TYPE, primary: true },
    { name: 'name' },
    { ...CATEGORY, extra: true },
    RANGE,
    BOUNDS,
    { name: 'model', inherited: 'master_model', extra: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    ...STAMPS,
  ],
  facts: [
    { name: 'organization_name' },
    TYPE,
    { name: 'code' },
    CATEGORY,
    { name: 'unit' },
    { name: 'range_min', kind: 'number' },
    { name: 'range_max', kind: 'number' },
    { name: 'very_good', kind: 'number' },
  ],
  fields: [
    ...THRESHOLDS,
    { name: 'name', kind: 'text', half: true },
    { name: 'use', kind: 'yesNo', half: true, hint: 'use_sensor' },
    { name: 'model', kind: 'text', inherited: 'master_model' },
    { name: 'description', kind: 'longText', inherited: 'master_description' },
  ],
  rule: standardRule,
  Lead: StandardPanel,
  nameOf: ({ organization_name, name, code }) => `${organization_name} ${name ?? code}`,
};

export const MASTER_ERROR: Definition<typeof masterErrors> = {
  title: 'masterError',
  entity: 'master_errors',
  routes: masterErrors,
  sortable: MASTER_ERROR_ORDERS,
  filters: [GROUPS, SEVERITY, USE],
  columns: [
    GROUP,
    { name: 'code', primary: true },
    { name: 'severity', kind: 'choice', choice: 'severity' },
    { name: 'description', local: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    { name: 'override_count', kind: 'number' },
    { name: 'rule_count', kind: 'number', extra: true },
    { name: 'open_alarm_count', kind: 'number', extra: true },
    { name: 'built_in', kind: 'yesNo', extra: true },
    ...STAMPS,
  ],
  fields: [
    { name: 'code', kind: 'text', required: true, half: true, hint: 'error_code', fixed: isBuiltIn },
    {
      ...{ name: 'group', kind: 'choice', choice: 'error_group', options: ERROR_GROUPS },
      ...{ required: true, half: true, fixed: isBuiltIn },
    },
    { name: 'severity', kind: 'choice', choice: 'severity', options: SEVERITIES, required: true, half: true },
    { name: 'use', kind: 'yesNo', half: true, hint: 'use_error' },
    { name: 'description', kind: 'longText', required: true },
    { name: 'description_en', kind: 'longText' },
  ],
  Panel: ErrorNotes,
  nameOf: ({ code }) => code,
  removable: (item) => !isBuiltIn(item),
  taken: ['override_count', 'rule_count'],
  ended: ['open_alarm_count'],
  undoable: true,
};

export const ORGANIZATION_ERROR: Definition<typeof organizationErrors> = {
  title: 'organizationErrors',
  entity: 'organization_errors',
  routes: organizationErrors,
  sortable: ORGANIZATION_ERROR_ORDERS,
  places: 'organization',
  filters: [GROUPS, SEVERITY, USE, OVERRIDDEN],
  columns: [
    { name: 'organization_name' },
    GROUP,
    { name: 'code', primary: true },
    { name: 'severity', kind: 'choice', choice: 'severity', inherited: 'master_severity' },
    { name: 'description', inherited: 'master_description' },
    { name: 'use', Cell: ErrorUseCell },
    ...STAMPS,
  ],
  facts: [
    { name: 'organization_name' },
    GROUP,
    { name: 'code' },
    { name: 'master_use', kind: 'choice', choice: 'use' },
  ],
  fields: [
    { name: 'use', kind: 'yesNo', hint: 'use_error' },
    { name: 'severity', kind: 'choice', choice: 'severity', options: SEVERITIES, inherited: 'master_severity' },
    { name: 'description', kind: 'longText', inherited: 'master_description' },
    { name: 'instruction', kind: 'longText', hint: 'instruction' },
    { name: 'instruction_en', kind: 'longText' },
    { name: 'contact', kind: 'text', half: true, hint: 'contact' },
    { name: 'phone', kind: 'phone', half: true },
  ],
  nameOf: ({ organization_name, code }) => `${organization_name} ${code}`,
};
