export interface Frames {
  /** Frames per second in which the chart was redrawn. */
  drawn: number;
  /** The longest frame, ms. */
  worst: number;
}

const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));

/** Calls `seen` whenever a line is drawn on any canvas, until stopped. */
function onStroke(seen: () => void): () => void {
  const prototype = CanvasRenderingContext2D.prototype;
  const { stroke } = prototype;
  prototype.stroke = function (this: CanvasRenderingContext2D, ...args: [] | [Path2D]) {
    seen();
    return (stroke as (...all: unknown[]) => void).apply(this, args);
  };
  return () => {
    prototype.stroke = stroke;
  };
}

/** When the first frame with a line on a canvas was presented, by performance.now(). */
export function firstPaint(): Promise<number> {
  return new Promise((resolve) => {
    const stop = onStroke(() => {
      stop();
      // The next frame begins when this one is presented.
      requestAnimationFrame(() => resolve(performance.now()));
    });
  });
}

/** Counts frames for a period, and calls `move` in each with the elapsed time, ms. */
export async function watchFrames(ms: number, move: (passed: number) => void): Promise<Frames> {
  let strokes = 0;
  const stop = onStroke(() => strokes++);
  const begun = await nextFrame();
  let last = begun;
  let drawn = 0;
  let worst = 0;
  while (last - begun < ms) {
    const before = strokes;
    move(last - begun);
    const now = await nextFrame();
    if (strokes > before) drawn++;
    worst = Math.max(worst, now - last);
    last = now;
  }
  stop();
  const seconds = (last - begun) / 1000;
  return { drawn: drawn / seconds, worst };
}
