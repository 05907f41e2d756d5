import { z } from 'zod';
import { name, organizationCode } from '../field.ts';
import { importRoutes, organizationOfRow } from '../import-file.ts';
import { department, departmentFields, office, officeFields, organization, organizationFields } from './schema.ts';

export const organizationRow = organizationFields.extend({
  /** Code of an existing organization, whose settings the new one gets. */
  template_code: organizationCode.nullable().default(null),
});
export type OrganizationRow = z.infer<typeof organizationRow>;

export const officeRow = z.object({ organization_code: organizationOfRow, ...officeFields.shape });
export type OfficeRow = z.infer<typeof officeRow>;

export const departmentRow = z.object({
  organization_code: organizationOfRow,
  office_name: name,
  ...departmentFields.omit({ office_id: true }).shape,
});
export type DepartmentRow = z.infer<typeof departmentRow>;

export const organizationImport = importRoutes({
  path: '/organizations',
  entity: 'organizations',
  what: 'organizations',
  row: organizationRow,
  key: ['code'],
  item: organization,
});

export const officeImport = importRoutes({
  path: '/offices',
  entity: 'offices',
  what: 'offices',
  row: officeRow,
  key: ['organization_code', 'name'],
  item: office,
});

export const departmentImport = importRoutes({
  path: '/departments',
  entity: 'departments',
  what: 'departments',
  row: departmentRow,
  key: ['organization_code', 'office_name', 'name'],
  item: department,
});
