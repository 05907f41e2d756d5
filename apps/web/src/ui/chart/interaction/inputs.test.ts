// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createStore } from '../../../lib/store.ts';
import { lineDrawing } from '../line/line-drawing.ts';
import { sampleLineModel, sampleSeries } from '../line/sample-line-model.ts';
import type { TimeRange } from '../model/time-range.ts';
import type { ChartState } from './chart-state.ts';
import { listenWheel, pinched, pressKey } from './inputs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function openState(): ChartState {
  const drawing = lineDrawing(sampleLineModel({ series: [sampleSeries({ values: new Array<number>(61).fill(1) })] }));
  if (drawing === null) throw new Error('nothing to draw');
  return {
    drawing,
    visible: createStore<TimeRange | null>(null),
    cursor: createStore<number | null>(null),
    dragged: createStore<TimeRange | null>(null),
  };
}

let state: ChartState;
let stop = () => {};
const plot = document.createElement('div');
document.body.append(plot);
plot.getBoundingClientRect = () => DOMRect.fromRect({ x: 100, y: 0, width: 600, height: 300 });

/** Whether the page would not scroll. */
function turn(init: WheelEventInit): boolean {
  return !plot.dispatchEvent(new WheelEvent('wheel', { bubbles: true, cancelable: true, clientX: 400, ...init }));
}

beforeEach(() => {
  state = openState();
  stop = listenWheel(plot, state);
});
afterEach(() => stop());

test('the wheel scrolls the page; with Ctrl it zooms around the pointer, and out again', () => {
  expect(turn({ deltaY: -100 })).toBe(false);
  expect(turn({ deltaY: 100 })).toBe(false);
  expect(state.visible.get()).toBeNull();
  expect(turn({ deltaY: -100, ctrlKey: true })).toBe(true);
  const { from, to } = state.visible.get() ?? { from: 0, to: 0 };
  expect((from + to) / 2).toBeCloseTo(HOUR / 2);
  expect(to - from).toBeLessThan(HOUR * 0.9);
  // Zooming does not hold the page either.
  expect(turn({ deltaY: 100 })).toBe(false);
  expect(turn({ deltaY: 200, metaKey: true })).toBe(true);
  expect(state.visible.get()).toBeNull();
  // The browser does not zoom the page either where the chart cannot.
  expect(turn({ deltaY: 100, ctrlKey: true })).toBe(true);
});

test('a pinch is small steps that zoom as well', () => {
  for (let i = 0; i < 10; i++) turn({ deltaY: -5, ctrlKey: true });
  const { from, to } = state.visible.get() ?? { from: 0, to: 0 };
  expect(to - from).toBeLessThan(HOUR * 0.7);
});

test('leaves keys and wheel turns that move nothing to the page', () => {
  expect(turn({ deltaX: 100 })).toBe(false);
  expect(turn({ deltaY: 100, shiftKey: true })).toBe(false);
  expect(state.visible.get()).toBeNull();
});

test('sideways moves, and not beyond the end', () => {
  state.visible.set({ from: 0, to: HOUR / 2 });
  turn({ deltaX: 300 });
  expect(state.visible.get()).toEqual({ from: HOUR / 4, to: HOUR * 0.75 });
  turn({ deltaX: 3_000 });
  expect(state.visible.get()).toEqual({ from: HOUR / 2, to: HOUR });
});

test('keys read point by point, zoom, move and show all', () => {
  const press = (key: string, shift = false) => pressKey(key, shift, state);
  press('Home');
  press('ArrowRight');
  expect(state.cursor.get()).toBe(MINUTE);
  press('+');
  expect(state.visible.get()).toEqual({ from: MINUTE / 2, to: HOUR / 2 + MINUTE / 2 });
  press('ArrowRight', true);
  expect(state.visible.get()?.from).toBeCloseTo(MINUTE / 2 + HOUR / 20);
  press('0');
  expect(state.visible.get()).toBeNull();
  press('Escape');
  expect(state.cursor.get()).toBeNull();
  // Escape is then for the dialog or page around the chart.
  expect(press('Escape')).toBe(false);
  expect(press('a')).toBe(false);
});

test('two fingers keep what is under them', () => {
  const near = pinched({ from: 0, to: 1000 }, [0.4, 0.6], [0.2, 0.8]);
  expect(near.from).toBeCloseTo(1000 / 3);
  expect(near.to).toBeCloseTo(2000 / 3);
  expect(pinched(near, [0.5, 0.5], [0.5, 0.5])).toBe(near);
});
