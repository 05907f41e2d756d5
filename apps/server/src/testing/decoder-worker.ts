import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '../../../..');

/** Builds the thread program of the decoder sandbox from its sources; a thread cannot load TypeScript. */
export const buildDecoderWorker = (): URL => {
  // A file of this process, because others may build it at the same time.
  const outfile = join(root, '.build/decoder-worker', `${process.pid}.mjs`);
  buildSync({
    entryPoints: [join(root, 'apps/server/src/decoder-sandbox/decoder-worker.ts')],
    outfile,
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return pathToFileURL(outfile);
};
