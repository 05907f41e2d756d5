import { useEffect, useRef } from 'react';
import { createPainter, type Painter } from './painter.ts';
import { type Surface, viewOf } from './surface.ts';

interface ChartCanvasProps {
  surface: Surface;
  height: number;
  /** Hands over what can make a picture; null when it is gone. */
  onPainter: (painter: Painter | null) => void;
}

/** The canvas alone; it follows the view without React. */
export function ChartCanvas({ surface, height, onPainter }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const handle = useRef<Painter>(null);

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
    const show = () => handle.current?.show(surface.drawing, viewOf(surface));
    show();
    return surface.view.subscribe(show);
  }, [surface]);

  return <div ref={element} style={{ height }} />;
}
