import type { SensorType } from '@airdeck/domain/sensor-type';
import { applyMeters } from '../registry/apply-meters.ts';
import { applyOrganizations } from '../registry/apply-organizations.ts';
import type { MeterRows, OrganizationRows } from '../registry/registry-queries.ts';
import { emptySnapshot, type Meter, type RegistrySnapshot } from '../registry/snapshot.ts';

type SiteRows = OrganizationRows & MeterRows;

interface Given {
  id: number;
  name?: string;
  nameEn?: string;
}
interface GivenMeter extends Given {
  sensors?: SensorType[];
  intervalS?: number;
  use?: 'Y' | 'N';
  certificate?: Meter['certificate'];
  isPublic?: boolean;
  purifiers?: number[];
}
interface GivenDepartment extends Given {
  meters: GivenMeter[];
}
interface GivenOffice extends Given {
  departments: GivenDepartment[];
}
export interface GivenOrganization extends Given {
  code?: string;
  timeZone?: string;
  use?: 'Y' | 'N';
  offices: GivenOffice[];
}

const named = ({ id, name, nameEn }: Given, kind: string) => ({
  id,
  name: name ?? `${kind} ${id}`,
  name_en: nameEn ?? null,
});

const addMeter = (rows: SiteRows, departmentId: number, given: GivenMeter): void => {
  const { id, intervalS = 60, use = 'Y' } = given;
  const common = { code: `M${id}`, type: 'METER', interval_s: intervalS, use, backfill_until: null } as const;
  const { grade, number, until } = given.certificate ?? { grade: null, number: null, until: null };
  const certificate = { certificate_grade: grade, certificate_number: number, certificate_until: until };
  const rest = { calibration_date: null, public_page: given.isPublic === false ? 'N' : 'Y' } as const;
  rows.meters.push({ ...named(given, 'Meter'), department_id: departmentId, ...common, ...certificate, ...rest });
  rows.periods.push({ meter_id: id, from_time: '1970-01-01T00:00:00Z', interval_s: intervalS, use });
  const types = given.sensors ?? ['CO2'];
  const kinds = types.map((type, i) => [type, types.slice(0, i + 1).filter((each) => each === type).length, type]);
  rows.sensors.push({ meter_id: id, ids: types.map((_, i) => id * 100 + i), kinds: JSON.stringify(kinds) });
  for (const purifier of given.purifiers ?? []) {
    rows.purifiers.push({
      ...named({ id: purifier }, 'Purifier'),
      meter_id: id,
      number: purifier % 100,
      model: null,
      state: null,
    });
  }
};

/** A snapshot of a registry without a database. The sensors of meter 7 have the ids 700, 701, … */
export const aSnapshot = (
  organizations: GivenOrganization[],
  standards: SiteRows['standards'] = [],
): RegistrySnapshot => {
  const rows: SiteRows = {
    organizations: [],
    offices: [],
    departments: [],
    meters: [],
    periods: [],
    sensors: [],
    unusedSensors: [],
    purifiers: [],
    deletedMeters: [],
    deletedPeriods: [],
    deletedSensors: [],
    deletedPurifiers: [],
    gateways: [],
    aliases: [],
    blocked: [],
    windows: [],
    credentials: [],
    standards,
    retentions: [],
  };
  for (const organization of organizations) {
    const { id, code = String(10_000_000 + id), timeZone = 'Asia/Seoul', use = 'Y' } = organization;
    const base = named(organization, 'Organization');
    rows.organizations.push({ ...base, code, time_zone: timeZone, use, enrolment_hash: null, public_slug: null });
    for (const office of organization.offices) {
      rows.offices.push({ ...named(office, 'Office'), organization_id: id });
      for (const department of office.departments) {
        rows.departments.push({ ...named(department, 'Department'), organization_id: id, office_id: office.id });
        for (const meter of department.meters) addMeter(rows, department.id, meter);
      }
    }
  }
  const snapshot = emptySnapshot();
  applyOrganizations(
    snapshot,
    organizations.map(({ id }) => id),
    rows,
  );
  applyMeters(snapshot, [], rows);
  return snapshot;
};
