import type { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import {
  department,
  departmentFields,
  newOffice,
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
  added: organizationFields,
  edited: organizationFields,
  query: organizationsQuery,
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
