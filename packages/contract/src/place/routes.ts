import type { z } from 'zod';
import { bulkEdit } from '../bulk-edit.ts';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import {
  department,
  departmentFields,
  newOffice,
  newOrganization,
  office,
  officeFields,
  organization,
  organizationFields,
} from './schema.ts';

export const ORGANIZATION_ORDERS = [
  'code',
  'name',
  'address',
  'email',
  'phone',
  'time_zone',
  'use',
  ...STAMP_ORDERS,
] as const;
export const organizationsQuery = listQuery(ORGANIZATION_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  use: yesNo.optional(),
});
export type OrganizationsQuery = z.infer<typeof organizationsQuery>;

export const organizations = resource({
  path: '/organizations',
  entity: 'organizations',
  what: ['an organization', 'organizations'],
  item: organization,
  added: newOrganization,
  edited: organizationFields,
  query: organizationsQuery,
});

export const organizationsBulk = bulkEdit({
  path: '/organizations',
  entity: 'organizations',
  what: 'organizations',
  edited: organizationFields,
  shared: ['time_zone', 'use', 'user_control'],
});

export const OFFICE_ORDERS = ['organization_name', 'name', ...STAMP_ORDERS] as const;
export const officesQuery = listQuery(OFFICE_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  officeName: namePart,
  organizationId: idText.optional(),
});
export type OfficesQuery = z.infer<typeof officesQuery>;

export const offices = resource({
  path: '/offices',
  entity: 'offices',
  what: ['an office', 'offices'],
  item: office,
  added: newOffice,
  edited: officeFields,
  query: officesQuery,
});

export const DEPARTMENT_ORDERS = ['organization_name', 'office_name', 'name', ...STAMP_ORDERS] as const;
export const departmentsQuery = listQuery(DEPARTMENT_ORDERS).extend({
  search: namePart,
  organizationName: namePart,
  officeName: namePart,
  departmentName: namePart,
  organizationId: idText.optional(),
  officeId: idText.optional(),
});
export type DepartmentsQuery = z.infer<typeof departmentsQuery>;

export const departments = resource({
  path: '/departments',
  entity: 'departments',
  what: ['a department', 'departments'],
  item: department,
  added: departmentFields,
  edited: departmentFields,
  query: departmentsQuery,
});

export const departmentsBulk = bulkEdit({
  path: '/departments',
  entity: 'departments',
  what: 'departments',
  edited: departmentFields,
  shared: ['office_id'],
});
