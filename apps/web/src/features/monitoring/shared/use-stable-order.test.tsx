// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { IDLE_MS, RESORT_MS, stableOrder, useStableOrder } from './stable-order.ts';

interface Item {
  id: number;
  value: number;
}
const highest = (a: Item, b: Item) => b.value - a.value;

function List({ items, scope }: { items: readonly Item[]; scope: string }) {
  const { settled, hold } = useStableOrder(items, scope);
  return (
    <ul {...hold}>
      {stableOrder(items, settled, highest).map(({ id, value }) => (
        <li key={id}>{`${id}: ${value}`}</li>
      ))}
    </ul>
  );
}

const before = [
  { id: 1, value: 90 },
  { id: 2, value: 10 },
];
const after = [
  { id: 1, value: 20 },
  { id: 2, value: 70 },
];
const rows = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent);
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function change() {
  const { rerender } = render(<List items={before} scope="all" />);
  pass(2000);
  rerender(<List items={after} scope="all" />);
  return rerender;
}

it('shows new values at once and the new order ten seconds after the last one', () => {
  change();
  expect(rows()).toEqual(['1: 20', '2: 70']);
  pass(RESORT_MS);
  expect(rows()).toEqual(['2: 70', '1: 20']);
});

it('keeps the order under a pointer until it leaves, or has not moved for a minute', () => {
  change();
  fireEvent.pointerMove(screen.getByRole('list'));
  pass(RESORT_MS * 2);
  expect(rows()).toEqual(['1: 20', '2: 70']);
  fireEvent.pointerLeave(screen.getByRole('list'));
  pass(1000);
  expect(rows()).toEqual(['2: 70', '1: 20']);
});

it('is not held for ever by a parked pointer', () => {
  change();
  fireEvent.pointerMove(screen.getByRole('list'));
  pass(IDLE_MS + 1000);
  expect(rows()).toEqual(['2: 70', '1: 20']);
});

it('orders another list at once', () => {
  const rerender = change();
  rerender(<List items={after} scope="others" />);
  expect(rows()).toEqual(['2: 70', '1: 20']);
});
