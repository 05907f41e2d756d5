import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeEdit, prepareRegistry, registryEdit } from '../testing/registry-edits.ts';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { createRegistry } from './registry.ts';
import type { RegistrySnapshot } from './snapshot.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Everything in a snapshot, including links between its parts, in an order that does not depend on its history. */
const described = (snapshot: RegistrySnapshot) => {
  const sorted = <K, V, T>(map: Map<K, V>, describe: (value: V, key: K) => T) =>
    [...map].map(([key, value]) => [String(key), describe(value, key)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    organizations: sorted(snapshot.organizations, ({ revision: _, offices, ...fields }) => ({
      ...fields,
      offices: offices.map((office) => ({
        id: office.id,
        isLinked:
          snapshot.offices.get(office.id) === office &&
          snapshot.organizations.get(office.organization.id)?.offices === offices,
        departments: office.departments.map((department) => ({
          id: department.id,
          isLinked: snapshot.departments.get(department.id) === department && department.office === office,
          meters: department.meters.map((meter) => [meter.id, snapshot.meters.get(meter.id) === meter]),
        })),
      })),
    })),
    offices: sorted(snapshot.offices, ({ name }) => name),
    departments: sorted(snapshot.departments, ({ name, office }) => [name, office.id]),
    meters: sorted(snapshot.meters, ({ name, code, department, organization, use, sensors, purifiers }) => ({
      ...{ name, code, use, department: department.id, organization: organization.code },
      sensors: [...sensors.values()].map((sensor) => [
        ...[sensor.channel, sensor.id, sensor.name],
        ...[sensors.get(sensor.channel) === sensor, snapshot.sensors.get(sensor.id) === sensor],
      ]),
      purifiers: purifiers.map(({ id, name: purifierName, meter }) => [id, purifierName, meter.name]),
    })),
    purifiers: sorted(snapshot.purifiers, ({ name, meter }) => [name, meter.name]),
    codes: [sorted(snapshot.organizationsByCode, ({ id }) => id), sorted(snapshot.metersByCode, ({ id }) => id)],
    credentials: sorted(snapshot.credentials, ({ kind, meterId, organization }) => [kind, meterId, organization.id]),
    standards: sorted(snapshot.standards, (history) => history.map((each) => [each.validFrom, each.thresholds.CO2])),
    retentions: sorted(snapshot.retentions, (retention) => retention),
  };
};

/** Whether each place has at least the revision of what is below it. */
const isRevised = ({ organizations }: RegistrySnapshot): boolean =>
  [...organizations.values()].every(({ revision, offices }) =>
    offices.every(
      (office) =>
        office.revision <= revision && office.departments.every((department) => department.revision <= office.revision),
    ),
  );

it('equals a full reload after any sequence of changes, and reports each change', async () => {
  const { db } = database;
  await fc.assert(
    fc.asyncProperty(fc.array(registryEdit, { minLength: 5, maxLength: 25 }), async (edits) => {
      await prepareRegistry(db);
      const followed = createRegistry(db);
      await followed.reload();
      for (const edit of edits) {
        const before = followed.snapshot();
        const touch = await makeEdit(db, edit);
        await followed.refresh(touch);
        const organizations =
          touch.organizations === 'all' ? followed.snapshot().organizations.size : touch.organizations.length;
        if (organizations + touch.meters.length > 0)
          expect(followed.snapshot().revision).toBeGreaterThan(before.revision);
        expect(isRevised(followed.snapshot()), edit.name).toBe(true);
        const fresh = createRegistry(db);
        await fresh.reload();
        expect(described(followed.snapshot()), edit.name).toEqual(described(fresh.snapshot()));
      }
    }),
    { numRuns: 15 },
  );
}, 120_000);
