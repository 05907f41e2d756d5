import type { FrameMessage } from '@airdeck/contract/protocol/message';

/** Maximum number of frames in a message, and of characters (all ASCII except units). */
export const MAX_PACKED_FRAMES = 400;
export const MAX_PACKED_LENGTH = 60_000;

/** Text of a message with several frames. */
export interface PackedFrames {
  readonly payload: string;
  readonly frames: number;
}

/** Collects frames into messages of a size that a server accepts. */
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
    /** Adds a frame; returns the previous message if it was full. */
    add(frame: FrameMessage): PackedFrames | null {
      const text = JSON.stringify(frame);
      const isFull = texts.length >= MAX_PACKED_FRAMES || length + text.length > MAX_PACKED_LENGTH;
      const full = isFull ? flush() : null;
      texts.push(text);
      length += text.length + 1;
      return full;
    },
    /** The message with the remaining frames; null if there are none. */
    flush,
  };
}
