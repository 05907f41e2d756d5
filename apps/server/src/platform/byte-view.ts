/**
 * The bytes as numbers. Reading and writing many of them this way takes a tenth of the time that Buffer's own methods
 * take; making the view takes as long as reading a few, so one is made for all numbers of the bytes. A number that does
 * not fit is cut off instead of an error.
 */
export const byteView = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
