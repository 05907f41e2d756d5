import { meters } from '@airdeck/contract/device/routes';
import { departments } from '@airdeck/contract/place/routes';
import type { Reference } from '../model/definition.ts';
import { nameOf } from './places.ts';

export const toDepartment: Reference = {
  list: departments.list,
  label: nameOf,
  detail: ({ organization_name, office_name }) => `${organization_name} · ${office_name}`,
  current: 'department_name',
};

export const toMeter: Reference = {
  list: meters.list,
  label: nameOf,
  detail: ({ organization_name, department_name, code }) => `${organization_name} · ${department_name} · ${code}`,
  current: 'meter_name',
};
