// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { useCalmRows } from './use-calm-rows.ts';

interface Props {
  ids: readonly number[];
  /** What the rows answer; null while they answer the question before. */
  question?: string | null;
  held?: boolean;
}

const show = (first: Props) => {
  const { result, rerender } = renderHook(
    ({ rows, question = 'all', held = true }: Omit<Props, 'ids'> & { rows: readonly { id: number }[] }) =>
      useCalmRows(rows, question, held),
    { initialProps: given(first) },
  );
  const seen = () => result.current.rows?.map(({ id, gone }) => (gone ? `${id} gone` : `${id}`));
  return { seen, result, now: (props: Props) => rerender(given(props)) };
};
const given = ({ ids, ...rest }: Props) => ({ rows: ids.map((id) => ({ id })), ...rest });

afterEach(cleanup);

test('while it is held no row moves: what has left is marked, what is new waits until it is wanted', () => {
  const list = show({ ids: [1, 2] });
  list.now({ ids: [3, 2] });
  expect(list.seen()).toEqual(['1 gone', '2']);
  expect(list.result.current.waiting).toBe(2);
  act(() => list.result.current.release());
  expect(list.seen()).toEqual(['3', '2']);
});

test('what is not held is shown as it is', () => {
  const list = show({ ids: [1, 2], held: false });
  list.now({ ids: [3], held: false });
  expect(list.seen()).toEqual(['3']);
  expect(list.result.current.waiting).toBe(0);
});

test('another question is answered at once, also when rows of the one before stood in for its own', () => {
  const list = show({ ids: [1, 2] });
  list.now({ ids: [1, 2], question: null });
  expect(list.seen()).toEqual(['1', '2']);
  list.now({ ids: [2, 4], question: 'narrow' });
  expect(list.seen()).toEqual(['2', '4']);
  expect(list.result.current.waiting).toBe(0);
  list.now({ ids: [4], question: 'narrow' });
  expect(list.seen()).toEqual(['2 gone', '4']);
});
