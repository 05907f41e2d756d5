// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ReorderAnimation } from './reorder-animation.tsx';

const moved: string[] = [];
let isQuiet = false;

/** jsdom lays nothing out: each child is 100 px below the one before. */
beforeEach(() => {
  moved.length = 0;
  isQuiet = false;
  vi.stubGlobal('matchMedia', () => ({ matches: isQuiet }));
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, 100 * [...(this.parentElement?.children ?? [])].indexOf(this), 50, 100);
  });
  Element.prototype.animate = function (this: Element, frames) {
    const [from] = frames as { transform: string }[];
    moved.push(`${this.textContent} from ${from?.transform}`);
    return {} as Animation;
  };
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const List = ({ ids }: { ids: readonly string[] }) => (
  <ReorderAnimation order={ids.join(' ')}>
    {ids.map((id) => (
      <div key={id} data-reorder-key={id}>
        {id}
      </div>
    ))}
  </ReorderAnimation>
);

test('a child that changes its place moves there from where it stood; others are not animated', () => {
  const { rerender } = render(<List ids={['a', 'b', 'c', 'd']} />);
  rerender(<List ids={['a', 'c', 'b', 'e']} />);
  expect(moved).toEqual(['c from translate(0px, 100px)', 'b from translate(0px, -100px)']);
});

test('nothing moves while the order is the same, nor where reduced motion is preferred', () => {
  const { rerender } = render(<List ids={['a', 'b']} />);
  rerender(<List ids={['a', 'b']} />);
  isQuiet = true;
  rerender(<List ids={['b', 'a']} />);
  expect(moved).toEqual([]);
});
