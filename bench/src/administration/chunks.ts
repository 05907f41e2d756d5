import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { print } from '../figure.ts';

interface Chunk {
  file: string;
  imports?: string[];
  isDynamicEntry?: boolean;
}

const dist = join(import.meta.dirname, '../../../apps/web/dist');
const REACH_KB = 60;

/** Gzipped JavaScript of each screen: its own chunk, and the total beyond what every screen loads. */
export const benchChunks = async (): Promise<void> => {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
  const closure = (key: string, found = new Set<string>()): Set<string> => {
    if (found.has(key)) return found;
    found.add(key);
    for (const each of manifest[key]?.imports ?? []) closure(each, found);
    return found;
  };
  const sizeOf = (key: string): number => {
    const { file } = manifest[key] ?? { file: '' };
    return file.endsWith('.js') ? gzipSync(readFileSync(join(dist, file))).length / 1_000 : 0;
  };
  const common = new Set(['index.html', 'src/app/shell/shell.tsx'].flatMap((key) => [...closure(key)]));
  for (const [key, { isDynamicEntry = false }] of Object.entries(manifest)) {
    const name = /^src\/features\/(.+)\.tsx?$/.exec(key)?.[1];
    if (!isDynamicEntry || name === undefined) continue;
    const more = [...closure(key)].filter((each) => !common.has(each));
    print({ name: `chunk ${name}`, value: sizeOf(key), unit: 'kB gzipped', reach: `<= ${REACH_KB}` });
    print({
      name: `chunk ${name}, with what it imports`,
      value: more.reduce((sum, each) => sum + sizeOf(each), 0),
      unit: 'kB gzipped',
    });
  }
};
