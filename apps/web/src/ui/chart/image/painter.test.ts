// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Drawing } from '../model/drawing.ts';
import { createPainter } from './painter.ts';

const { setOption } = vi.hoisted(() => ({ setOption: vi.fn() }));
vi.mock('echarts/core', async () => {
  const stub = await import('../../../testing/stub-canvas.ts');
  return { ...stub, init: () => ({ ...stub.init(), setOption }) };
});

const DAY = { from: 0, to: 86_400_000 };
const drawing: Drawing = {
  ...{ whole: DAY, least: 1, step: 1, below: 0, margins: { left: 0, right: 0, top: 0, bottom: 0 } },
  base: () => ({ name: 'base' }),
  frame: ({ to }) => ({ name: `until ${to}` }),
  readout: () => ({ time: 0, title: '', unit: '', columns: [], rows: [], shades: [], dots: [] }),
  legend: [],
  rangeText: () => '',
};
const drawn = () => setOption.mock.calls.map(([option]) => (option as { name: string }).name);

let nextFrame: (() => void) | undefined;
beforeEach(async () => {
  const { stubCanvas } = await import('../../../testing/stub-canvas.ts');
  stubCanvas();
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    nextFrame = callback;
    return 1;
  });
});
afterEach(() => {
  setOption.mockClear();
  vi.unstubAllGlobals();
});

test('draws the first time at once, and then once a frame', () => {
  const painter = createPainter(document.createElement('div'));
  painter.show(drawing, DAY);
  expect(drawn()).toEqual(['base', 'until 86400000']);
  painter.show(drawing, { from: 0, to: 10 });
  painter.show(drawing, { from: 0, to: 20 });
  expect(drawn()).toHaveLength(2);
  nextFrame?.();
  expect(drawn().slice(2)).toEqual(['until 20']);
});
