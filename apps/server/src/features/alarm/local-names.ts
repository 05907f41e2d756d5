import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Language } from '@airdeck/contract/user/schema';
import { localName } from '../../registry/registry.ts';
import type { Department, Named, RegistrySnapshot } from '../../registry/snapshot.ts';

type Ids = Pick<Alarm, 'organization_id' | 'meter_id'> &
  Partial<Pick<Alarm, 'office_id' | 'department_id' | 'purifier_id'>>;
type Names = Partial<Pick<Alarm, 'organization_name' | 'office_name' | 'department_name' | 'meter_name' | 'air_name'>>;

/** The department of an alarm; none for an alarm of a larger place. */
export const departmentOf = (
  row: Pick<Ids, 'meter_id' | 'department_id'>,
  { meters, departments }: RegistrySnapshot,
): Department | undefined => meters.get(row.meter_id ?? 0)?.department ?? departments.get(row.department_id ?? 0);

/**
 * The names of an alarm in a language. An alarm keeps the names of its time; a subject that was renamed since keeps its
 * old name in Korean, because its English name of that time is not stored.
 */
export const localNames = <Row extends Ids & Names>(row: Row, snapshot: RegistrySnapshot, language: Language): Row => {
  if (language === 'ko') return row;
  const department = departmentOf(row, snapshot);
  const named: Record<keyof Names, Named | undefined> = {
    organization_name: snapshot.organizations.get(row.organization_id ?? 0),
    office_name: department?.office ?? snapshot.offices.get(row.office_id ?? 0),
    department_name: department,
    meter_name: snapshot.meters.get(row.meter_id ?? 0),
    air_name: snapshot.purifiers.get(row.purifier_id ?? 0),
  };
  const local = { ...row };
  for (const [key, value] of Object.entries(named) as [keyof Names, Named | undefined][]) {
    if (value !== undefined && row[key] === value.name) local[key] = localName(value, language);
  }
  return local;
};
