import { meters } from '@airdeck/contract/device/routes';
import type { Meter } from '@airdeck/contract/device/schema';
import { departments } from '@airdeck/contract/place/routes';
import type { Department } from '@airdeck/contract/place/schema';
import { anyReference } from '../model/definition.ts';
import { nameOf } from './places.ts';

export const toDepartment = anyReference<Department>({
  list: departments.list,
  label: nameOf,
  above: ['organization_name', 'office_name'],
  sameOrganization: true,
  current: 'department_name',
});

export const toMeter = anyReference<Meter>({
  list: meters.list,
  label: nameOf,
  above: ['organization_name', 'office_name', 'department_name'],
  code: ({ code }) => code,
  sameOrganization: true,
  current: 'meter_name',
});
