import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** Fonts are compressed already. */
const TEXT = /\.(?:js|css)$/;
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function compress(file: string): Promise<void> {
  const content = await readFile(file);
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(content, BROTLI), promisify(gzip)(content)]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

/** Vite plugin: compresses the built assets once, so that the server need not compress them for each request. */
export const precompress = {
  name: 'precompress',
  async writeBundle({ dir = '' }: { dir?: string | undefined }): Promise<void> {
    const folder = path.join(dir, 'assets');
    const files = (await readdir(folder)).filter((name) => TEXT.test(name));
    await Promise.all(files.map((name) => compress(path.join(folder, name))));
  },
};
