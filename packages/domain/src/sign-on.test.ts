import { describe, expect, it } from 'vitest';
import { type ClaimMapping, claimOf, isProviderHost, isProviderIssuer, personOf } from './sign-on.ts';

const MAPPING: ClaimMapping = {
  ...{ login_claim: 'uid', name_claim: 'name', email_claim: 'email', organization_claim: 'school' },
  ...{ role_claim: 'realm.roles', admin_values: 'head\nboard ', user_values: null },
};
const CLAIMS = {
  uid: 'kim.su',
  name: '김수',
  email: 'kim@school.example',
  school: '10000001',
  realm: { roles: ['x'] },
};

describe('personOf', () => {
  it.each([
    [
      {},
      { login: 'kim.su', name: '김수', email: 'kim@school.example', organizationCode: '10000001', role: 'LOCAL_USER' },
    ],
    [{ realm: { roles: ['x', 'board'] } }, { role: 'LOCAL_ADMIN' }],
    [{ realm: undefined, 'realm.roles': 'head' }, { role: 'LOCAL_ADMIN' }],
    [{ realm: { roles: ['SUPER_ADMIN'] } }, { role: 'LOCAL_USER' }],
    [{ school: [10000001] }, { organizationCode: '10000001' }],
    [{ name: "O'Neil; drop" }, { name: null }],
    [{ name: ' 김  수 ' }, { name: '김 수' }],
    [{ email: 'none' }, { email: null }],
    [{ email_verified: false }, { email: null }],
  ])('of %j is %j', (claims, person) => {
    expect(personOf({ ...CLAIMS, ...claims }, MAPPING)).toMatchObject(person);
  });

  it.each([
    [{ uid: undefined }, 'CLAIMS'],
    [{ uid: 'kim@school.example' }, 'CLAIMS'],
    [{ uid: ['kim.su', 'lee.ho'] }, 'CLAIMS'],
    [{ school: undefined }, 'ORGANIZATION'],
    [{ school: ['10000001', '10000002'] }, 'ORGANIZATION'],
    [{ school: { code: '10000001' } }, 'ORGANIZATION'],
  ])('with %j lacks %s', (claims, problem) => {
    expect(personOf({ ...CLAIMS, ...claims }, MAPPING)).toBe(problem);
  });

  it('has a role only by a listed value when users have values too, and none without a claim for it', () => {
    const listed = { ...MAPPING, user_values: 'teacher' };
    expect(personOf(CLAIMS, listed)).toBe('ROLE');
    expect(personOf({ ...CLAIMS, realm: { roles: 'teacher' } }, listed)).toMatchObject({ role: 'LOCAL_USER' });
    expect(personOf(CLAIMS, { ...MAPPING, role_claim: null })).toMatchObject({ role: null });
    expect(personOf(CLAIMS, { ...MAPPING, organization_claim: null })).toMatchObject({ organizationCode: null });
  });
});

it('reads no claim of a prototype', () => {
  for (const name of ['constructor', '__proto__', 'constructor.name', 'uid.length']) {
    expect(claimOf({ uid: 'kim' }, name)).toBeUndefined();
  }
});

it.each([
  ['https://login.school.example', true],
  ['https://login.school.example:8443/realms/air/', true],
  ['http://127.0.0.1:9000', true],
  ['http://localhost', true],
  ['http://[::1]:9000/x', true],
  ['http://login.school.example', false],
  ['http://localhost.evil.example', false],
  ['https://user@login.school.example', false],
  ['https://login.school.example/?x', false],
  ['https://login.school.example/#x', false],
  ['https://login.school.example/a b', false],
  ['https://', false],
  ['ftp://login.school.example', false],
])('%s is an issuer: %s', (value, is) => {
  expect(isProviderIssuer(value)).toBe(is);
});

it.each([
  ['www.googleapis.com', true],
  ['keys.school.example:8443', true],
  ['https://keys.school.example', false],
  ['keys.school.example/x', false],
  ['Keys.school.example', false],
  ['', false],
])('%s is a host: %s', (value, is) => {
  expect(isProviderHost(value)).toBe(is);
});
