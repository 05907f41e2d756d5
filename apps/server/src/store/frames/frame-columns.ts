/** A stretch of a meter's time, epoch ms; `end` is outside. */
export interface MeterSpan {
  meterId: number;
  start: number;
  end: number;
}

/** The readings of a meter in a period, column by column. */
export interface FrameColumns {
  meterId: number;
  /** Epoch ms, ascending, one for each frame. */
  times: number[];
  /** Ticks of each channel, as long as `times`, null where a frame has no reading of it. */
  channels: Map<number, (number | null)[]>;
}
