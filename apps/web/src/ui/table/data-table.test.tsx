// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '../../lib/session/session-store.ts';
import { sampleUser } from '../../testing/sample-user.ts';
import { speakInTests } from '../../testing/screen-setup.ts';
import { DataTable } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';
import { inOrder } from './table-preferences.ts';

interface Room {
  id: number;
  name: string;
  floor: string;
  co2: number | null;
}

const ROOMS: Room[] = [
  { id: 1, name: '10반', floor: '나', co2: 800 },
  { id: 2, name: '2반', floor: '가', co2: null },
  { id: 3, name: '1반', floor: '나', co2: 1200 },
  { id: 4, name: '3반', floor: '가', co2: 90 },
];
const COLUMNS: TableColumn<Room>[] = [
  { id: 'name', header: '이름', value: (room) => room.name, primary: true },
  { id: 'floor', header: '층', value: (room) => room.floor },
  { id: 'co2', header: 'CO₂', value: (room) => room.co2, align: 'end' },
];

const show = (over: Partial<Parameters<typeof DataTable<Room>>[0]> = {}) =>
  render(<DataTable name="rooms" label="방" rows={ROOMS} columns={COLUMNS} rowId={(room) => room.id} {...over} />);

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]?.textContent);
const press = (header: string, init = {}) =>
  fireEvent.click(screen.getByRole('button', { name: new RegExp(header) }), init);

beforeAll(() => speakInTests('ko'));
beforeEach(() => localStorage.clear());
afterEach(cleanup);

test('sorts as given, then ascending, then descending, then as given again', () => {
  show();
  expect(names()).toEqual(['10반', '2반', '1반', '3반']);
  press('이름');
  expect(names()).toEqual(['1반', '2반', '3반', '10반']);
  expect(screen.getByRole('columnheader', { name: '이름' }).getAttribute('aria-sort')).toBe('ascending');
  press('이름');
  expect(names()).toEqual(['10반', '3반', '2반', '1반']);
  press('이름');
  expect(names()).toEqual(['10반', '2반', '1반', '3반']);
});

test('sorts rows without a value last, ascending and descending', () => {
  show();
  press('CO₂');
  expect(names()).toEqual(['3반', '10반', '1반', '2반']);
  press('CO₂');
  expect(names()).toEqual(['1반', '10반', '3반', '2반']);
});

test('Shift sorts by several columns', () => {
  show();
  press('층');
  press('이름', { shiftKey: true });
  expect(names()).toEqual(['2반', '3반', '1반', '10반']);
});

test('the order is kept for the next visit', () => {
  show();
  press('이름');
  cleanup();
  show();
  expect(names()).toEqual(['1반', '2반', '3반', '10반']);
});

test('an order from the address wins, and is handed back to it', () => {
  const onSortChange = vi.fn();
  show({ sort: ['co2,DESC', 'nonsense,ASC', 'floor'], onSortChange });
  expect(names()).toEqual(['1반', '10반', '3반', '2반']);
  press('층');
  expect(onSortChange).toHaveBeenCalledWith(['floor,ASC']);
});

test('a column can be hidden, and stays so; the one that names the row cannot', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: '표 설정' }));
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: '이름' }).disabled).toBe(true);
  fireEvent.click(screen.getByRole('checkbox', { name: '층' }));
  cleanup();
  show();
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual(['이름', 'CO₂']);
});

const headers = () => screen.getAllByRole('columnheader').map((header) => header.textContent);
const openSettings = () => fireEvent.click(screen.getByRole('button', { name: '표 설정' }));
const pressIn = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

test('columns have another order and width, which stay, and go back to how they were at first', () => {
  show();
  openSettings();
  const reset = () => screen.getByRole<HTMLButtonElement>('button', { name: '처음 설정으로' });
  expect(reset().disabled).toBe(true);
  pressIn('CO₂ 앞으로');
  pressIn('층 넓게');
  cleanup();
  show();
  expect(headers()).toEqual(['이름', 'CO₂', '층']);
  expect(screen.getByRole('columnheader', { name: '층' }).style.width).toBe('184px');
  openSettings();
  fireEvent.click(reset());
  expect(reset().disabled).toBe(true);
  cleanup();
  show();
  expect(headers()).toEqual(['이름', '층', 'CO₂']);
  expect(screen.getByRole('columnheader', { name: '층' }).style.width).toBe('');
});

test('settings are the own ones of who is logged in', () => {
  const login = sessionStore.get();
  show();
  openSettings();
  fireEvent.click(screen.getByRole('checkbox', { name: '층' }));
  cleanup();
  sessionStore.set({ user: { ...sampleUser({ id: 77 }), password: '' }, code: '10000000' });
  show();
  expect(headers()).toEqual(['이름', '층', 'CO₂']);
  sessionStore.set(login);
});

test.each([
  [[], ['a', 'b', 'c', 'd']],
  [
    ['c', 'a', 'b'],
    ['c', 'd', 'a', 'b'],
  ],
  [
    ['gone', 'd', 'a'],
    ['d', 'a', 'b', 'c'],
  ],
])('the order %j, kept before there was another column', (order, expected) => {
  const columns = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  expect(inOrder(columns, order).map(({ id }) => id)).toEqual(expected);
});

test.each(['{', '[]', '{"widths":{"co2":5},"order":3,"hidden":"x"}'])(
  '%s in the storage is no reason to fail',
  (kept) => {
    localStorage.setItem('table.0.rooms', kept);
    show();
    expect(headers()).toEqual(['이름', '층', 'CO₂']);
  },
);

test('a row opens by click and by the button in it', () => {
  const onRowOpen = vi.fn();
  show({ onRowOpen });
  fireEvent.click(screen.getByText('1200'));
  fireEvent.click(screen.getByRole('button', { name: '2반' }));
  expect(onRowOpen.mock.calls.map(([room]) => room.id)).toEqual([3, 2]);
});

test('no rows say so; rows to come are a skeleton', () => {
  show({ rows: [] });
  expect(screen.getByText('데이터가 없습니다')).toBeDefined();
  cleanup();
  show({ rows: undefined });
  expect(screen.getByRole('status', { name: '불러오는 중' })).toBeDefined();
});

test('of a long table only what is in sight is drawn', () => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  const rows = Array.from({ length: 5000 }, (_, id) => ({ id: id + 1, name: `${id}반`, floor: '가', co2: id }));
  show({ rows });
  expect(screen.getByText('5,000건')).toBeDefined();
  const drawn = screen.getAllByRole('row').length;
  expect(drawn).toBeGreaterThan(10);
  expect(drawn).toBeLessThan(100);
  vi.restoreAllMocks();
});

const paging = (over = {}) => ({ page: 2, size: 12, sizes: [12, 50], total: 30_001, onChange: vi.fn(), ...over });

test('a page of many stays in the order it came in, and the order can only be turned', () => {
  const onSortChange = vi.fn();
  show({ paging: paging(), sort: ['name,DESC'], onSortChange });
  expect(names()).toEqual(['10반', '2반', '1반', '3반']);
  expect(screen.getByText('30,001건')).toBeDefined();
  expect(screen.getByText('30,001줄 가운데 13~24')).toBeDefined();
  press('이름');
  expect(onSortChange).toHaveBeenLastCalledWith(['name,ASC']);
});

test('pages and their size are asked for', () => {
  const page = paging();
  show({ paging: page });
  fireEvent.click(screen.getByRole('button', { name: '다음 페이지' }));
  expect(page.onChange).toHaveBeenLastCalledWith({ page: 3, size: 12 });
  fireEvent.change(screen.getByRole('combobox', { name: '한 페이지에' }), { target: { value: '50' } });
  expect(page.onChange).toHaveBeenLastCalledWith({ page: 1, size: 50 });
});

test('a page that is no longer there leads back to the first', () => {
  const page = paging({ page: 9, total: 30 });
  show({ paging: page, rows: [] });
  fireEvent.click(screen.getByRole('button', { name: '첫 페이지' }));
  expect(page.onChange).toHaveBeenCalledWith({ page: 1, size: 12 });
});

test('a header of a field that cannot be sorted is no button', () => {
  show({ columns: COLUMNS.map((column) => ({ ...column, sortable: column.id !== 'floor' })) });
  expect(screen.queryByRole('button', { name: '층' })).toBeNull();
  expect(screen.getByRole('columnheader', { name: '층' })).toBeDefined();
});

test('rows are chosen one by one or a page at a time, and stay chosen on another page', () => {
  const onChange = vi.fn<(chosen: ReadonlyMap<string, Room>) => void>();
  const nameOf = ({ name }: Room) => name;
  const chosen = new Map([['9', { id: 9, name: '9반', floor: '다', co2: null }]]);
  const selection = { chosen, onChange, nameOf, actions: null };
  const ids = () => [...(onChange.mock.lastCall?.[0].keys() ?? [])];
  const open = vi.fn();
  const { rerender } = show({ selection, onRowOpen: open });
  expect(screen.getByText('1건 선택')).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: '2반 선택' }));
  expect(ids()).toEqual(['9', '2']);
  expect(open).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
  expect(ids()).toEqual(['9', '1', '2', '3', '4']);
  const all = { ...selection, chosen: new Map([...chosen, ...ROOMS.map((room) => [String(room.id), room] as const)]) };
  rerender(
    <DataTable name="rooms" label="방" rows={ROOMS} columns={COLUMNS} rowId={(room) => room.id} selection={all} />,
  );
  fireEvent.click(screen.getByRole('checkbox', { name: '이 페이지 모두 선택' }));
  expect(ids()).toEqual(['9']);
  fireEvent.click(screen.getByRole('button', { name: '선택 해제' }));
  expect(ids()).toEqual([]);
});

test('another row renders only itself, the same rows render nothing, and headers stay', () => {
  const seen: string[] = [];
  const columns: TableColumn<Room>[] = [
    {
      id: 'name',
      header: '이름',
      value: ({ name }) => name,
      cell: ({ name }) => {
        seen.push(name);
        return name;
      },
      primary: true,
    },
    {
      id: 'floor',
      get header() {
        seen.push('header');
        return '층';
      },
      value: ({ floor }) => floor,
    },
  ];
  const table = (rows: Room[]) => (
    <DataTable
      name="rooms"
      label="방"
      rows={rows}
      columns={columns}
      rowId={({ id }) => id}
      onRowOpen={() => undefined}
      sort={['name,ASC']}
      selection={{ chosen: new Map(), onChange: () => undefined, nameOf: ({ name }) => name, actions: null }}
    />
  );
  const { rerender } = render(table(ROOMS));
  expect(seen).toContain('header');
  seen.length = 0;
  rerender(table(ROOMS));
  expect(seen).toEqual([]);
  rerender(table(ROOMS.map((room) => (room.id === 3 ? { ...room, name: '9반' } : room))));
  expect(seen).toEqual(['9반']);
});
