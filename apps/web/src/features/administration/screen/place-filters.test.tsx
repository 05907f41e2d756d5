// @vitest-environment jsdom
import type { Role } from '@airdeck/domain/role';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../lib/api/query-client.ts';
import { beginSession, endSession } from '../../../lib/session/session-store.ts';
import { fakeApi } from '../../../testing/fake-api.ts';
import { sampleSession } from '../../../testing/sample-user.ts';
import { speakInTests } from '../../../testing/screen-setup.ts';
import { MEASURING } from '../entities/devices.ts';
import { DEPARTMENT } from '../entities/places.ts';
import { pageQuery } from '../model/api.ts';
import { anyDefinition, type Definition } from '../model/definition.ts';
import type { AdministrationSearch } from '../model/search.ts';
import { ScreenTools } from './screen-tools.tsx';

const page = (...content: object[]) => ({ body: { content, totalPages: 1, totalElements: content.length } });
const organization = { id: 2, name: '나래초등학교', name_en: 'Narae School', code: '20000001' };
const office = { id: 21, name: '본관', name_en: null, organization_id: 2, organization_name: '나래초등학교' };
const department = { ...office, id: 31, name: '과학실', office_id: 21, office_name: '본관' };

let address: AdministrationSearch;
function Tools({ definition, given }: { definition: Definition; given: AdministrationSearch }) {
  const [search, setSearch] = useState(given);
  address = search;
  return (
    <ScreenTools
      definition={definition}
      search={search}
      onChange={(part) => setSearch((old) => ({ ...old, ...part }))}
    />
  );
}
const show = (definition: Definition, given: AdministrationSearch = {}) =>
  render(
    <QueryClientProvider client={queryClient}>
      <Tools definition={definition} given={given} />
    </QueryClientProvider>,
  );
const picker = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name });
const pick = async (name: string, option: RegExp) => {
  fireEvent.focus(picker(name));
  fireEvent.mouseDown(picker(name));
  fireEvent.click(within(await screen.findByRole('listbox')).getByRole('option', { name: option }));
};
const asRole = (authority: Role) => beginSession(sampleSession({ authority }));
let sent: ReturnType<typeof fakeApi>;

beforeEach(async () => {
  await speakInTests('ko');
  asRole('SUPER_ADMIN');
  sent = fakeApi({
    'GET /api/v1/organizations': () => page(organization),
    'GET /api/v1/offices': () => page(office),
    'GET /api/v1/departments': () => page(department),
    'GET /api/v1/organizations/2': () => ({ body: organization }),
    'GET /api/v1/offices/21': () => ({ body: office }),
    'GET /api/v1/departments/31': () => ({ body: department }),
  });
});
afterEach(() => {
  cleanup();
  queryClient.clear();
  endSession();
  vi.unstubAllGlobals();
});

test('a list is narrowed level by level, and the address holds the ids', async () => {
  show(anyDefinition(MEASURING), { page: 3 });
  expect(sent).toEqual([]);
  await pick('기관', /나래초등학교/);
  expect(address).toEqual({ filter: ['organizationId:2'] });
  await pick('본부', /본관/);
  await pick('부서', /과학실/);
  expect(address.filter).toEqual(['organizationId:2', 'officeId:21', 'departmentId:31']);
  const asked = sent.map(({ url }) => new URL(url, 'http://localhost')).filter(({ pathname }) => /s$/.test(pathname));
  expect(asked.map(({ searchParams: query }) => [query.get('organizationId'), query.get('officeId')])).toEqual([
    [null, null],
    ['2', null],
    [null, '21'],
  ]);
});

test('another organization clears the office and the department, and other filters stay', async () => {
  show(anyDefinition(MEASURING), { filter: ['use:Y', 'organizationId:1', 'officeId:21', 'departmentId:31'] });
  await pick('기관', /나래초등학교/);
  expect(address.filter).toEqual(['use:Y', 'organizationId:2']);
});

test('an address shows the names of its places', async () => {
  show(anyDefinition(DEPARTMENT), { filter: ['organizationId:2', 'officeId:21'] });
  await waitFor(() => expect(picker('기관').value).toBe('나래초등학교'));
  await waitFor(() => expect(picker('본부').value).toBe('본관'));
  expect(screen.queryByRole('combobox', { name: '부서' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: '조건 지우기' }));
  await waitFor(() => expect(picker('본부').value).toBe(''));
  expect(address.filter).toBeUndefined();
});

test('only users of all organizations choose one', () => {
  asRole('LOCAL_ADMIN');
  show(anyDefinition(MEASURING));
  expect(screen.queryByRole('combobox', { name: '기관' })).toBeNull();
  expect(picker('본부')).toBeDefined();
});

test('the list is asked for the places of the address, without ids that are none', () => {
  const filter = ['organizationId:2', 'officeId:x', 'departmentId:31', 'use:Y', 'unknown:1'];
  const query = (definition: Definition) => pageQuery(definition, { filter }).queryKey.at(-1);
  expect(query(anyDefinition(MEASURING))).toEqual(
    expect.objectContaining({ organizationId: '2', departmentId: '31', use: 'Y' }),
  );
  expect(query(anyDefinition(MEASURING))).not.toHaveProperty('officeId');
  expect(query(anyDefinition(DEPARTMENT))).not.toHaveProperty('departmentId');
});
