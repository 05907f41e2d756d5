import { SENSOR_TYPES } from '@airdeck/domain/sensor-type';
import { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import {
  ERROR_GROUPS,
  masterError,
  masterErrorFields,
  masterSensor,
  masterSensorFields,
  organizationError,
  organizationErrorFields,
  organizationSensor,
  organizationSensorFields,
  SENSOR_CATEGORIES,
  severity,
} from './schema.ts';

export const MASTER_SENSOR_ORDERS = ['type', 'code', 'category', 'model', ...STAMP_ORDERS] as const;
export const masterSensorsQuery = listQuery(MASTER_SENSOR_ORDERS).extend({
  search: namePart,
  category: z.enum(SENSOR_CATEGORIES).optional(),
});
export type MasterSensorsQuery = z.infer<typeof masterSensorsQuery>;

const masterSensorRoutes = resource({
  path: '/master-sensors',
  entity: 'master_sensors',
  what: ['a master sensor', 'master sensors: sensor types with their default thresholds'],
  item: masterSensor,
  added: masterSensorFields,
  edited: masterSensorFields,
  query: masterSensorsQuery,
});
/** There is one for each sensor type, so none is added or removed. */
export const masterSensors = {
  list: masterSensorRoutes.list,
  export: masterSensorRoutes.export,
  read: masterSensorRoutes.read,
  edit: masterSensorRoutes.edit,
};

export const ORGANIZATION_SENSOR_ORDERS = [
  'organization_name',
  'type',
  'code',
  'category',
  'name',
  'use',
  ...STAMP_ORDERS,
] as const;
export const organizationSensorsQuery = listQuery(ORGANIZATION_SENSOR_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  organizationId: idText.optional(),
  type: z.enum(SENSOR_TYPES).optional(),
  use: yesNo.optional(),
  /** Whether it has its own thresholds, now or planned. */
  overridden: yesNo.optional(),
});
export type OrganizationSensorsQuery = z.infer<typeof organizationSensorsQuery>;

const organizationSensorRoutes = resource({
  path: '/organization-sensors',
  entity: 'organization_sensors',
  what: ['a sensor type of an organization', 'sensor types of organizations with their thresholds'],
  item: organizationSensor,
  added: organizationSensorFields,
  edited: organizationSensorFields,
  query: organizationSensorsQuery,
});
/** Each organization has one for each sensor type, from its first day to its last. */
export const organizationSensors = {
  list: organizationSensorRoutes.list,
  export: organizationSensorRoutes.export,
  read: organizationSensorRoutes.read,
  edit: organizationSensorRoutes.edit,
};

export const MASTER_ERROR_ORDERS = ['code', 'group', 'severity', 'description', 'use', ...STAMP_ORDERS] as const;
export const masterErrorsQuery = listQuery(MASTER_ERROR_ORDERS).extend({
  search: namePart,
  group: z.enum(ERROR_GROUPS).optional(),
  severity: severity.optional(),
  use: yesNo.optional(),
});
export type MasterErrorsQuery = z.infer<typeof masterErrorsQuery>;

export const masterErrors = resource({
  path: '/master-errors',
  entity: 'master_errors',
  what: ['a master error', 'master errors: error codes with their defaults'],
  item: masterError,
  added: masterErrorFields,
  edited: masterErrorFields,
  query: masterErrorsQuery,
});

export const ORGANIZATION_ERROR_ORDERS = [
  'organization_name',
  'code',
  'group',
  'severity',
  'use',
  ...STAMP_ORDERS,
] as const;
export const organizationErrorsQuery = listQuery(ORGANIZATION_ERROR_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  organizationId: idText.optional(),
  group: z.enum(ERROR_GROUPS).optional(),
  /** The one that holds: the organization's, else the master's. */
  severity: severity.optional(),
  /** Whether it counts there: the organization uses it, and the master does. */
  use: yesNo.optional(),
  /** Whether the organization differs from the master. */
  overridden: yesNo.optional(),
});
export type OrganizationErrorsQuery = z.infer<typeof organizationErrorsQuery>;

const organizationErrorRoutes = resource({
  path: '/organization-errors',
  entity: 'organization_errors',
  what: ['an error code of an organization', 'error codes of organizations'],
  item: organizationError,
  added: organizationErrorFields,
  edited: organizationErrorFields,
  query: organizationErrorsQuery,
});
/** Each organization has one for each master error, as long as that exists. */
export const organizationErrors = {
  list: organizationErrorRoutes.list,
  export: organizationErrorRoutes.export,
  read: organizationErrorRoutes.read,
  edit: organizationErrorRoutes.edit,
};
