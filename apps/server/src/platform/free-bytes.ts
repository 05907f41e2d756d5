import { statfs } from 'node:fs/promises';

/**
 * Bytes that an ordinary user may still write there; null: the file system reports no size, as some user-space file
 * systems do.
 */
export const freeBytes = async (folder: string): Promise<number | null> => {
  const { blocks, bavail, bsize } = await statfs(folder);
  return blocks === 0 ? null : bavail * bsize;
};
