/** Lists of channels that many meters have in common, by their texts. */
const known = new Map<string, readonly number[]>();
/** More differ so much that sharing them saves nothing. */
const MAX_KNOWN = 10_000;

export const NO_CHANNELS: readonly number[] = [];

/** The same list for all meters of these channels. */
export const sharedChannels = (channels: readonly number[]): readonly number[] => {
  const key = channels.join();
  const found = known.get(key);
  if (found) return found;
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, channels);
  return channels;
};
