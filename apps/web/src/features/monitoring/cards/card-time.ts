/** A slot of a trend; slots begin with the clock's ten minutes. */
const SLOT_MS = 600_000;

/** When the slot that lies `slotsAgo` before the one of `now` (ISO) began, in epoch ms. */
export const slotStart = (now: string, slotsAgo: number): number =>
  (Math.floor(Date.parse(now) / SLOT_MS) - slotsAgo) * SLOT_MS;

/** `now` at the beginning of its slot: what is drawn by slots need not be drawn again before the next one. */
export const slotTime = (now: string): string => new Date(slotStart(now, 0)).toISOString();
