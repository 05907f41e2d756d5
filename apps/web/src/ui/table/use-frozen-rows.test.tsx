// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrozenList } from './frozen-list.tsx';
import { pageEnds, useFrozenRows } from './use-frozen-rows.ts';

const SEVERITIES = ['CRITICAL', 'INFO'] as const;

interface Props {
  ids: readonly number[];
  /** The query of the rows; null while they belong to the query before. */
  question?: string | null;
  held?: boolean;
  page?: number;
  total?: number;
}
const SIZE = 3;

let now = 0;
/** The same rows are the same array, as a cache has them. */
const rowsOf = new Map<string, readonly { id: number }[]>();
const given = (ids: readonly number[]) => {
  const known = rowsOf.get(ids.join()) ?? ids.map((id) => ({ id }));
  rowsOf.set(ids.join(), known);
  return known;
};

function List({ ids, question = 'all', held = false, page = 1, total = ids.length }: Props) {
  const options = { held, ...pageEnds({ page, size: SIZE }, total), now: () => now };
  const frozen = useFrozenRows(given(ids), question, options);
  const [worst] = SEVERITIES;
  return (
    <FrozenList frozen={frozen} text={`${frozen.news.count} new`} severity={worst}>
      <table data-testid="list">
        <tbody>
          {frozen.rows?.map(({ id, gone }) => (
            <tr key={id}>
              <td>
                <button type="button">{gone ? `${id} gone` : `${id}`}</button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </FrozenList>
  );
}

const show = (first: Props) => {
  const { rerender } = render(<List {...first} />);
  return {
    now: (props: Props) => rerender(<List {...props} />),
    seen: () => screen.getAllByRole('row').map((row) => row.textContent),
    bar: () => screen.queryByRole('button', { name: /new/ }),
  };
};
const list = () => screen.getByTestId('list');
const mouse = { pointerType: 'mouse' };

beforeEach(() => {
  now = 1_000_000;
  rowsOf.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

test('a list without a pointer on it is shown as it is', () => {
  const { now: become, seen, bar } = show({ ids: [1, 2] });
  become({ ids: [3] });
  expect(seen()).toEqual(['3']);
  expect(bar()).toBeNull();
});

test('under a mouse no row moves: what has left is marked, what is new waits until the mouse leaves', () => {
  const { now: become, seen, bar } = show({ ids: [1, 2] });
  fireEvent.pointerEnter(list(), mouse);
  become({ ids: [3, 2] });
  expect(seen()).toEqual(['1 gone', '2']);
  expect(bar()?.textContent).toContain('1 new');
  fireEvent.pointerLeave(list(), mouse);
  expect(seen()).toEqual(['3', '2']);
  expect(bar()).toBeNull();
});

test('the bar shows what waits, also while the mouse stays', () => {
  const { now: become, seen, bar } = show({ ids: [1] });
  fireEvent.pointerEnter(list(), mouse);
  become({ ids: [2, 1] });
  fireEvent.click(bar() as HTMLElement);
  expect(seen()).toEqual(['2', '1']);
  become({ ids: [3, 2, 1] });
  expect(seen()).toEqual(['2', '1']);
});

test('after a touch no row moves for some seconds', () => {
  const { now: become, seen } = show({ ids: [1] });
  fireEvent.touchEnd(list());
  become({ ids: [2, 1] });
  expect(seen()).toEqual(['1']);
  act(() => vi.advanceTimersByTime(3_900));
  fireEvent.touchMove(list());
  act(() => vi.advanceTimersByTime(3_900));
  expect(seen()).toEqual(['1']);
  act(() => vi.advanceTimersByTime(200));
  expect(seen()).toEqual(['2', '1']);
});

test('rows that arrive faster than one a second wait without a mouse too, until they are wanted', () => {
  const { now: become, seen, bar } = show({ ids: [1] });
  become({ ids: [2, 1] });
  now += 500;
  become({ ids: [8, 7, 6, 5, 4, 3, 2, 1] });
  expect(seen()).toEqual(['2', '1']);
  expect(bar()?.textContent).toContain('6 new');
  now += 60_000;
  become({ ids: [9, 8, 7, 6, 5, 4, 3, 2, 1] });
  expect(seen()).toEqual(['2', '1']);
  fireEvent.click(bar() as HTMLElement);
  expect(seen()).toHaveLength(9);
  become({ ids: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1] });
  expect(seen()).toHaveLength(10);
});

test('while a storm is on, a mouse that leaves shows nothing; after it, it does', () => {
  const { now: become, seen } = show({ ids: [1] });
  become({ ids: [7, 6, 5, 4, 3, 2, 1] });
  fireEvent.pointerEnter(list(), mouse);
  fireEvent.pointerLeave(list(), mouse);
  expect(seen()).toEqual(['1']);
  now += 5_000;
  fireEvent.pointerEnter(list(), mouse);
  fireEvent.pointerLeave(list(), mouse);
  expect(seen()).toHaveLength(7);
});

test('rows a second apart are no storm', () => {
  const { now: become, seen } = show({ ids: [1] });
  for (let id = 2; id < 30; id++) {
    now += 1_000;
    become({ ids: [id, id - 1] });
    expect(seen()).toEqual([`${id}`, `${id - 1}`]);
  }
});

test('an empty list shows the first rows, however many they are', () => {
  const { now: become, seen } = show({ ids: [] });
  become({ ids: [8, 7, 6, 5, 4, 3, 2, 1] });
  expect(seen()).toHaveLength(8);
});

test('rows that new ones push off the page are not marked, and rows from the next page are not new', () => {
  const { now: become, seen, bar } = show({ ids: [4, 3, 2], total: 5, held: true });
  become({ ids: [5, 4, 3], total: 6, held: true });
  expect(seen()).toEqual(['4', '3', '2']);
  expect(bar()?.textContent).toContain('1 new');
  become({ ids: [5, 3, 2], total: 5, held: true });
  expect(seen()).toEqual(['4 gone', '3', '2']);
  cleanup();
  const second = show({ ids: [4, 3, 2], total: 5, held: true });
  second.now({ ids: [3, 2, 1], total: 4, held: true });
  expect(second.bar()).toBeNull();
});

test('on a later page the first rows may have moved to the one before', () => {
  const { now: become, seen } = show({ ids: [6, 5, 4], page: 2, total: 20, held: true });
  become({ ids: [5, 4, 3], page: 2, total: 19, held: true });
  expect(seen()).toEqual(['6', '5', '4']);
});

test('more than a page of new rows is counted whole', () => {
  const { now: become, bar } = show({ ids: [3, 2, 1], total: 3, held: true });
  become({ ids: [43, 42, 41], total: 43, held: true });
  expect(bar()?.textContent).toContain('40 new');
});

test('a new row that ended before it was seen waits no longer', () => {
  const { now: become, bar } = show({ ids: [1], held: true });
  become({ ids: [2, 1], held: true });
  become({ ids: [1], held: true });
  expect(bar()).toBeNull();
});

test('another question is answered at once, also when rows of the one before stood in for its own', () => {
  const { now: become, seen, bar } = show({ ids: [1, 2], held: true });
  become({ ids: [1, 2], question: null, held: true });
  become({ ids: [2, 4], question: 'narrow', held: true });
  expect(seen()).toEqual(['2', '4']);
  expect(bar()).toBeNull();
  become({ ids: [4], question: 'narrow', held: true });
  expect(seen()).toEqual(['2 gone', '4']);
});

test('screen readers hear of a storm at once, and then not at each new row', () => {
  const { now: become, bar } = show({ ids: [1], held: true });
  const spoken = () => bar()?.querySelector('.sr')?.textContent;
  become({ ids: [2, 1], held: true });
  expect(spoken()).toBe('1 new');
  for (let id = 3; id < 20; id++) {
    become({ ids: [id, 2, 1], held: true });
    act(() => vi.advanceTimersByTime(500));
  }
  const heard = spoken();
  become({ ids: [20, 2, 1], held: true });
  act(() => vi.advanceTimersByTime(500));
  expect(spoken()).toBe(heard);
  expect(bar()?.getAttribute('data-severity')).toBe('CRITICAL');
});
