import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildSync } from 'esbuild';

const root = join(import.meta.dirname, '../../../..');

/** Builds the program of a thread, a source of the server, for tests; a thread cannot load TypeScript. */
export const buildProgram = (source: string): URL => {
  // A file of this process, because others may build it at the same time.
  const outfile = join(root, '.build/programs', `${basename(source, '.ts')}-${process.pid}.mjs`);
  buildSync({
    entryPoints: [join(root, 'apps/server/src', source)],
    outfile,
    alias: { '@airdeck/domain': join(root, 'packages/domain/src') },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    logLevel: 'error',
  });
  return pathToFileURL(outfile);
};

export const buildDecoderWorker = (): URL => buildProgram('decoder-sandbox/decoder-worker.ts');
