import { z } from 'zod';
import {
  description,
  email,
  id,
  ip,
  line,
  name,
  organizationCode,
  phone,
  stamps,
  text,
  timeZone,
  yesNo,
} from '../field.ts';

const MAX_ADDRESS = 200;

const address = line(MAX_ADDRESS);
const latitude = z.number().min(-90, 'TOO_SMALL').max(90, 'TOO_LARGE');
const longitude = z.number().min(-180, 'TOO_SMALL').max(180, 'TOO_LARGE');

export const organizationFields = z.object({
  code: organizationCode,
  name,
  name_en: name.nullable().default(null),
  address: address.nullable().default(null),
  email: email.nullable().default(null),
  phone: phone.nullable().default(null),
  description: description.nullable().default(null),
  ip: ip.nullable().default(null),
  /** Degrees. */
  latitude: latitude.nullable().default(null),
  longitude: longitude.nullable().default(null),
  /** IANA name: its hours and days are of this zone. */
  time_zone: timeZone.default('Asia/Seoul'),
  use: yesNo.default('Y'),
  /** Whether its users of the role LOCAL_USER may control purifiers. */
  user_control: yesNo.default('Y'),
  /** Whether its users must have a second factor. */
  require_second_factor: yesNo.default('N'),
});
export type OrganizationFields = z.infer<typeof organizationFields>;

/** A new organization may name an existing one as its template, whose settings it gets as its own. */
export const newOrganization = organizationFields.extend({ template_id: id.nullable().default(null) });
export type NewOrganization = z.infer<typeof newOrganization>;

export const organization = z.object({
  id,
  code: text,
  name: text,
  name_en: text.nullable(),
  address: text.nullable(),
  email: text.nullable(),
  phone: text.nullable(),
  description: text.nullable(),
  ip: text.nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  time_zone: text,
  use: yesNo,
  user_control: yesNo,
  require_second_factor: yesNo,
  /** Numbers of rows that are deleted together with it. */
  office_count: z.int(),
  department_count: z.int(),
  meter_count: z.int(),
  user_count: z.int(),
  ...stamps,
});
export type Organization = z.infer<typeof organization>;

export const officeFields = z.object({ name, name_en: name.nullable().default(null) });
export const newOffice = officeFields.extend({ organization_id: id });
export type OfficeFields = z.infer<typeof officeFields>;
export type NewOffice = z.infer<typeof newOffice>;

export const office = z.object({
  id,
  organization_id: id,
  organization_name: text,
  organization_code: text,
  name: text,
  name_en: text.nullable(),
  department_count: z.int(),
  meter_count: z.int(),
  ...stamps,
});
export type Office = z.infer<typeof office>;

/** A department may move to another office of its organization. */
export const departmentFields = z.object({ office_id: id, name, name_en: name.nullable().default(null) });
export type DepartmentFields = z.infer<typeof departmentFields>;

export const department = z.object({
  id,
  organization_id: id,
  organization_name: text,
  organization_code: text,
  office_id: id,
  office_name: text,
  name: text,
  name_en: text.nullable(),
  meter_count: z.int(),
  ...stamps,
});
export type Department = z.infer<typeof department>;
