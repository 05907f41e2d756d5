// Memory of trends. An array of its own for each of hundreds of thousands of meters would take 350 bytes beside its content.

/** Memory for many rooms of one size, and its content by the width of numbers. */
interface Page {
  readonly bytes: Uint8Array;
  readonly shorts: Int16Array;
  readonly ints: Int32Array;
  readonly floats: Float32Array;
}

/** Some bytes of a page from `at` on, a multiple of four. Its content is that of its last user. */
export interface Room {
  readonly page: Page;
  readonly at: number;
}

const PAGE_BYTES = 64 * 1024;

/** Unused rooms by their size. */
const freeRooms = new Map<number, Room[]>();

const rounded = (bytes: number): number => Math.ceil(bytes / 4) * 4;

const freeOf = (size: number): Room[] => {
  const known = freeRooms.get(size) ?? [];
  freeRooms.set(size, known);
  return known;
};

const addPage = (free: Room[], size: number): void => {
  const rooms = Math.max(1, Math.floor(PAGE_BYTES / Math.max(size, 4)));
  const buffer = new ArrayBuffer(rooms * size);
  const page: Page = {
    bytes: new Uint8Array(buffer),
    shorts: new Int16Array(buffer),
    ints: new Int32Array(buffer),
    floats: new Float32Array(buffer),
  };
  for (let i = 0; i < rooms; i++) free.push({ page, at: i * size });
};

export const takeRoom = (bytes: number): Room => {
  const size = rounded(bytes);
  const free = freeOf(size);
  if (free.length === 0) addPage(free, size);
  return free.pop() as Room;
};

/** The room must not be used any more. */
export const giveBackRoom = (room: Room, bytes: number): void => void freeOf(rounded(bytes)).push(room);
