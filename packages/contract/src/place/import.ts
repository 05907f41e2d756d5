import { z } from 'zod';
import { name } from '../field.ts';
import { importRoutes, organizationOfRow } from '../import-file.ts';
import { departmentFields, officeFields } from './schema.ts';

export const officeRow = z.object({ organization_code: organizationOfRow, ...officeFields.shape });
export type OfficeRow = z.infer<typeof officeRow>;

export const departmentRow = z.object({
  organization_code: organizationOfRow,
  office_name: name,
  ...departmentFields.omit({ office_id: true }).shape,
});
export type DepartmentRow = z.infer<typeof departmentRow>;

export const officeImport = importRoutes({ path: '/offices', entity: 'offices', what: 'offices', row: officeRow });

export const departmentImport = importRoutes({
  path: '/departments',
  entity: 'departments',
  what: 'departments',
  row: departmentRow,
});
