// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, renderHook, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { speakInTests } from '../../testing/screen-setup.ts';
import { DataTable } from './data-table.tsx';
import type { TableColumn } from './table-column.ts';
import { useTablePreferences } from './table-preferences.ts';
import { useTableModel } from './use-table-model.ts';

interface Room {
  id: number;
  name: string;
  floor: string;
}

const ROOMS: Room[] = Array.from({ length: 50 }, (_, id) => ({ id, name: `${id}반`, floor: '가' }));
const drawnCells = vi.fn();
const COLUMNS: TableColumn<Room>[] = [
  { id: 'name', header: '이름', value: ({ name }) => name, primary: true },
  {
    id: 'floor',
    header: '층',
    value: ({ floor }) => floor,
    width: 90,
    cell: ({ floor }) => {
      drawnCells();
      return floor;
    },
  },
];
const WIDTH_PX = 120;

beforeAll(async () => {
  await speakInTests('ko');
  // jsdom lacks pointer capture and lays nothing out.
  Element.prototype.setPointerCapture = () => undefined;
});
beforeEach(() => {
  localStorage.clear();
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(WIDTH_PX);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function showTable() {
  const onRender = vi.fn();
  const show = render(
    <Profiler id="table" onRender={onRender}>
      <DataTable name="rooms" label="방" rows={ROOMS} columns={COLUMNS} rowId={({ id }) => id} />
    </Profiler>,
  );
  onRender.mockClear();
  drawnCells.mockClear();
  const header = screen.getByRole('columnheader', { name: '층' });
  const edge = header.querySelector(':scope > [aria-hidden]:last-child') ?? header;
  const table = screen.getByRole('table');
  return { ...show, onRender, header, edge, table };
}

const pointer = (clientX: number) => ({ pointerId: 1, clientX });

function drag(edge: Element, from: number, to: number): void {
  fireEvent.pointerDown(edge, pointer(from));
  for (let x = from; x !== to; x += Math.sign(to - from)) fireEvent.pointerMove(edge, pointer(x));
  fireEvent.pointerMove(edge, pointer(to));
}

test('a dragged column edge writes to storage and renders once, when it is released', () => {
  const written = vi.spyOn(Storage.prototype, 'setItem');
  const { edge, table, header, onRender } = showTable();
  drag(edge, 200, 240);
  const during = { writes: written.mock.calls.length, renders: onRender.mock.calls.length };
  const dragged = table.style.getPropertyValue('--column-1');
  fireEvent.lostPointerCapture(edge, pointer(240));
  const after = { writes: written.mock.calls.length, renders: onRender.mock.calls.length };
  expect({ during, after, cells: drawnCells.mock.calls.length }).toEqual({
    during: { writes: 0, renders: 0 },
    after: { writes: 1, renders: 1 },
    cells: 0,
  });
  expect([dragged, header.style.width]).toEqual(['160px', '160px']);
  expect(JSON.parse(localStorage.getItem('table.0.rooms') ?? '{}').widths).toEqual({ floor: 160 });
});

test('a press on a column edge without a move changes nothing', () => {
  const written = vi.spyOn(Storage.prototype, 'setItem');
  const { edge, table } = showTable();
  fireEvent.pointerDown(edge, pointer(200));
  fireEvent.lostPointerCapture(edge, pointer(200));
  expect(written).not.toHaveBeenCalled();
  expect(table.style.getPropertyValue('--column-1')).toBe('');
});

test('a column becomes no narrower than 60 px', () => {
  const { edge, table, header } = showTable();
  drag(edge, 200, 50);
  expect(table.style.getPropertyValue('--column-1')).toBe('60px');
  fireEvent.lostPointerCapture(edge, pointer(50));
  expect(header.style.width).toBe('60px');
});

test('the state of a table stays the same object until a choice changes', () => {
  const ignore = () => undefined;
  const { result, rerender } = renderHook(() => {
    const { preferences, change } = useTablePreferences('rooms');
    // Screens read a new array from the address at each render.
    const sort = ['name,ASC'];
    const choices = { preferences, onChange: change, sort, onSortChange: ignore };
    return useTableModel({ rows: ROOMS, columns: COLUMNS, rowId: ({ id }) => id, ordered: false, ...choices });
  });
  const state = () => result.current.table.options.state;
  const before = state();
  rerender();
  expect(state()).toBe(before);
  act(() => result.current.table.setColumnSizing({ floor: 90 }));
  expect(state()).toEqual({ ...before, columnSizing: { floor: 90 } });
  expect(state()?.columnOrder).toBe(before?.columnOrder);
});
