import { useEffect, useRef } from 'react';
import { type ChartState, visibleRange } from '../interaction/chart-state.ts';
import { type ChartPainter, createPainter } from './painter.ts';

interface ChartCanvasProps {
  state: ChartState;
  height: number;
  /** Called with the painter, which can create a picture, and with null after unmounting. */
  onPainter: (painter: ChartPainter | null) => void;
}

/** The canvas alone; it follows the visible range without React. */
export function ChartCanvas({ state, height, onPainter }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<ChartPainter>(null);

  useEffect(() => {
    const place = element.current;
    if (place === null) return;
    const painter = createPainter(place);
    handle.current = painter;
    onPainter(painter);
    const watch = new ResizeObserver(() => painter.resize());
    watch.observe(place);
    return () => {
      watch.disconnect();
      painter.dispose();
      handle.current = null;
      onPainter(null);
    };
  }, [onPainter]);

  useEffect(() => {
    const show = () => handle.current?.show(state.drawing, visibleRange(state));
    show();
    return state.visible.subscribe(show);
  }, [state]);

  return <div ref={element} style={{ height }} />;
}
