import type { Language } from '@airdeck/contract/user/schema';
import type { Meter } from '../../../site/picture.ts';
import { localName } from '../../../site/site.ts';

/** Names of a row by which it can be ordered. */
export const PLACE_NAMES = ['organization_name', 'office_name', 'department_name', 'meter_name'] as const;
export type PlaceName = (typeof PLACE_NAMES)[number];

export const placeName = (field: PlaceName, meter: Meter, language: Language): string => {
  switch (field) {
    case 'organization_name':
      return localName(meter.organization, language);
    case 'office_name':
      return localName(meter.department.office, language);
    case 'department_name':
      return localName(meter.department, language);
    case 'meter_name':
      return localName(meter, language);
  }
};
