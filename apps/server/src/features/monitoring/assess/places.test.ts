import type { Scope } from '@airdeck/domain/policy/may';
import { describe, expect, test } from 'vitest';
import { applyMeters } from '../../../registry/apply-meters.ts';
import { aContext } from '../../../testing/context.ts';
import { aSnapshot, type GivenOrganization } from '../../../testing/snapshot.ts';
import { placesOf } from './places.ts';

const departments = (id: number) => [{ id, meters: [{ id }] }];
const system = { id: 1, code: '00000000', offices: [] };
const school = { id: 2, offices: [{ id: 2, departments: departments(2) }] };
const hospital = { id: 3, offices: [{ id: 3, departments: departments(3) }] };
const closed = { id: 4, use: 'N' as const, offices: [{ id: 4, departments: departments(4) }] };

const superUser: Scope = { reach: 'all' };
const localUser: Scope = { reach: 'own', organizationId: 2 };

const organizationIds = (snapshot: ReturnType<typeof aSnapshot>, scope: Scope) =>
  placesOf(aContext(snapshot, { scope })).organizations.map((place) => place.item.id);

test.each([
  ['everything in use', [system, school, hospital, closed], superUser, [2, 3]],
  ['the installation when it has places', [{ ...system, offices: school.offices }, hospital], superUser, [1, 3]],
  ['the installation when there is nothing else', [system, closed], superUser, [1]],
  ['the own organization', [system, school, hospital], localUser, [2]],
  ['the installation when it is the own', [system, school], { reach: 'own', organizationId: 1 }, [1]],
  ['no organization as oneself', [system, school], { reach: 'self', organizationId: 2, userId: 7 }, []],
  ['nothing when the own organization is not in use', [{ ...school, use: 'N' as const }, hospital], localUser, []],
] as [string, GivenOrganization[], Scope, number[]][])('one sees %s', (_, organizations, scope, ids) => {
  expect(organizationIds(aSnapshot(organizations), scope)).toEqual(ids);
});

test('hides places of other organizations at every level', () => {
  const { byKind } = placesOf(aContext(aSnapshot([school, hospital]), { scope: localUser }));
  expect(Object.values(byKind).map((places) => [...places.keys()])).toEqual([[2], [2], [2], [2]]);
});

test('places are the same objects for all viewers until the registry is reloaded', () => {
  const snapshot = aSnapshot([school, hospital]);
  const places = (of: typeof snapshot, scope: Scope) => placesOf(aContext(of, { scope }));
  const place = places(snapshot, localUser).organizations[0];
  expect(place).toBeDefined();
  expect(places(snapshot, superUser).byKind.organization.get(2)).toBe(place);
  expect(places(aSnapshot([school, hospital]), localUser).organizations[0]).not.toBe(place);
});

describe('a change of one organization', () => {
  const noDeleted = { deletedMeters: [], deletedPeriods: [], deletedSensors: [], deletedPurifiers: [] };
  const noSensors = { sensors: [], unusedSensors: [] };
  const noMeters = { meters: [], periods: [], ...noSensors, purifiers: [], credentials: [], ...noDeleted };
  const setUp = () => {
    const before = aSnapshot([school, hospital]);
    const after = { ...before, revision: before.revision + 1 };
    const see = (snapshot: typeof before, scope: Scope) => placesOf(aContext(snapshot, { scope }));
    return { before, after, see };
  };

  test('rebuilds its places and no others', () => {
    const { before, after, see } = setUp();
    const [schoolBefore, hospitalBefore] = see(before, superUser).organizations;
    applyMeters(after, [3], noMeters);
    const { organizations, byKind } = see(after, superUser);
    expect(organizations[0]).toBe(schoolBefore);
    expect(organizations[1]).not.toBe(hospitalBefore);
    expect(hospitalBefore?.meters.map(({ id }) => id)).toEqual([3]);
    expect(organizations[1]?.meters).toEqual([]);
    expect([...byKind.meter.keys()]).toEqual([2]);
  });

  test('reaches only those who see the organization', () => {
    const { before, after, see } = setUp();
    const scopes: Scope[] = [superUser, localUser, { reach: 'own', organizationId: 3 }];
    const known = scopes.map((scope) => see(before, scope));
    applyMeters(after, [3], noMeters);
    expect(scopes.map((scope, i) => see(after, scope) === known[i])).toEqual([false, true, false]);
    const again = scopes.map((scope) => see(after, scope));
    const later = { ...after, revision: after.revision + 1 };
    expect(scopes.map((scope, i) => see(later, scope) === again[i])).toEqual([true, true, true]);
  });

  test('removes or adds an organization', () => {
    const { before, after, see } = setUp();
    const known = see(before, superUser);
    const hospitalBefore = before.organizations.get(3);
    after.organizations.delete(3);
    expect([...see(after, superUser).byKind.organization.keys()]).toEqual([2]);
    if (hospitalBefore) after.organizations.set(3, hospitalBefore);
    const later = { ...after, revision: after.revision + 1 };
    expect([...see(later, superUser).byKind.organization.keys()]).toEqual([2, 3]);
    expect(see(later, superUser).organizations).toEqual(known.organizations);
  });
});

test('viewers with the same scope share one list of places', () => {
  const snapshot = aSnapshot([school, hospital]);
  const first = placesOf(aContext(snapshot, { scope: localUser, language: 'ko' }));
  expect(placesOf(aContext(snapshot, { scope: { ...localUser }, language: 'en' }))).toBe(first);
  expect(placesOf(aContext(snapshot, { scope: superUser }))).not.toBe(first);
});
