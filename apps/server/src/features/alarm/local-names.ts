import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../../registry/registry.ts';
import type { Named, RegistrySnapshot } from '../../registry/snapshot.ts';

type Ids = Pick<Alarm, 'organization_id' | 'meter_id'> & Partial<Pick<Alarm, 'purifier_id'>>;
type Names = Partial<Pick<Alarm, 'organization_name' | 'office_name' | 'department_name' | 'meter_name' | 'air_name'>>;

/**
 * The names of an alarm in a language. An alarm keeps the names of its time; a subject that was renamed since keeps its
 * old name in Korean, because its English name of that time is not stored.
 */
export const localNames = <Row extends Ids & Names>(row: Row, snapshot: RegistrySnapshot, language: Language): Row => {
  if (language === 'ko') return row;
  const meter = snapshot.meters.get(row.meter_id ?? 0);
  const named: Record<keyof Names, Named | undefined> = {
    organization_name: snapshot.organizations.get(row.organization_id ?? 0),
    office_name: meter?.department.office,
    department_name: meter?.department,
    meter_name: meter,
    air_name: snapshot.purifiers.get(row.purifier_id ?? 0),
  };
  const local = { ...row };
  for (const [key, value] of Object.entries(named) as [keyof Names, Named | undefined][]) {
    if (value !== undefined && row[key] === value.name) local[key] = localName(value, language);
  }
  return local;
};
