import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Figure } from './figure.ts';

const root = join(import.meta.dirname, '../..');
const FILE = join(root, 'docs/figures.md');
const HEAD = `# Figures

Written by \`npm run bench -- --record NAME\`, which replaces the rows of a bench when the machine did nothing else. Bench names are in \`bench/src/benches.ts\`. Load generator and server share the machine.

| figure | reach | last value | commit | machine |
|---|---|---|---|---|
`;

const meets = (value: number, reach: string): boolean => {
  const [, sign, bound] = /^([<>]=) ([\d.]+)/.exec(reach) ?? [];
  return sign === '<=' ? value <= Number(bound) : value >= Number(bound);
};

const rowOf = ({ name, value, unit, reach = '' }: Figure, commit: string, machine: string): string =>
  `| ${name} | ${reach} | ${value} ${unit}${meets(value, reach) ? '' : ', **missed**'} | ${commit} | ${machine} |`;

/** Writes figures that have a reach into docs/figures.md, instead of their last values. */
export const recordFigures = (figures: readonly Figure[]): void => {
  if (figures.length === 0) return;
  const commit = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim();
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}`;
  const known = existsSync(FILE) ? readFileSync(FILE, 'utf8').split('\n') : [];
  const rows = new Map(
    known.flatMap((line) => (/^\| [a-z]/.test(line) ? [[line.split(' | ')[0]?.slice(2) ?? '', line]] : [])),
  );
  rows.delete('figure');
  for (const figure of figures) {
    if (figure.reach !== undefined) rows.set(figure.name, rowOf(figure, commit, machine));
  }
  const sorted = [...rows].toSorted(([a], [b]) => a.localeCompare(b, 'en')).map(([, row]) => row);
  writeFileSync(FILE, `${HEAD}${sorted.join('\n')}\n`);
};
