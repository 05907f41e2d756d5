import { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, version } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { maintenanceWindow, maintenanceWindowFields, newMaintenanceWindow, WINDOW_STATES } from './schema.ts';

export const MAINTENANCE_WINDOW_ORDERS = [
  'organization_name',
  'office_name',
  'department_name',
  'meter_name',
  'begin_time',
  'end_time',
  'reason',
  ...STAMP_ORDERS,
] as const;
export const maintenanceWindowsQuery = listQuery(MAINTENANCE_WINDOW_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
  departmentId: idText.optional(),
  window_state: z.enum(WINDOW_STATES).optional(),
});
export type MaintenanceWindowsQuery = z.infer<typeof maintenanceWindowsQuery>;

export const maintenanceWindows = resource({
  path: '/maintenance-windows',
  entity: 'maintenance_windows',
  what: ['a maintenance window', 'maintenance windows'],
  item: maintenanceWindow,
  added: newMaintenanceWindow,
  edited: maintenanceWindowFields,
  query: maintenanceWindowsQuery,
});

export const endMaintenanceWindow = route({
  method: 'POST',
  path: '/maintenance-windows/:id/end',
  access: { action: 'write', entity: 'maintenance_windows' },
  summary: 'Ends a running maintenance window now',
  params: z.object({ id: idText }),
  body: z.object({ version }),
  answer: maintenanceWindow,
});
