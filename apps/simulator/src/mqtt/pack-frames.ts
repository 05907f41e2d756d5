import type { FrameMessage } from '@airdeck/contract/protocol/message';

/** A message of stored frames has at most so many, and so many characters (all of them ASCII but units). */
export const MAX_PACKED_FRAMES = 400;
export const MAX_PACKED_LENGTH = 60_000;

/** The text of one message with stored frames. */
export interface PackedFrames {
  readonly payload: string;
  readonly frames: number;
}

/** Gathers frames into messages that a server takes. */
export function createPacker() {
  let texts: string[] = [];
  let length = 0;
  const flush = (): PackedFrames | null => {
    if (texts.length === 0) return null;
    const packed = { payload: `[${texts.join(',')}]`, frames: texts.length };
    texts = [];
    length = 0;
    return packed;
  };
  return {
    /** Takes a frame; returns the message that was full before it. */
    add(frame: FrameMessage): PackedFrames | null {
      const text = JSON.stringify(frame);
      const isFull = texts.length >= MAX_PACKED_FRAMES || length + text.length > MAX_PACKED_LENGTH;
      const full = isFull ? flush() : null;
      texts.push(text);
      length += text.length + 1;
      return full;
    },
    /** The message of what is left; null when nothing is. */
    flush,
  };
}
