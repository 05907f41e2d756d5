import type { FrameMessage } from '@airdeck/contract/protocol/message';
import type { RecordedRow } from './read-recording.ts';

/** The row as a frame of `time`. Values are sent as recorded: the server validates them. */
export function frameOf({ readings, units }: RecordedRow, time: number): FrameMessage {
  const frame = { time: Math.round(time), readings };
  return Object.keys(units).length === 0 ? frame : { ...frame, units };
}
