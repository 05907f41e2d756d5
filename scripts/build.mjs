import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root.mjs';

const SERVER_ENTRIES = {
  main: 'apps/server/src/main.ts',
  device: 'apps/server/src/operations/cli/device.ts',
  user: 'apps/server/src/operations/cli/user.ts',
  maintenance: 'apps/server/src/maintenance.ts',
  'decoder-worker': 'apps/server/src/decoder-sandbox/decoder-worker.ts',
  'password-worker': 'apps/server/src/platform/password-worker.js',
  'hour-worker': 'apps/server/src/store/history/hour-worker.ts',
};
const SIMULATOR_ENTRIES = {
  demo: 'apps/simulator/src/cli/demo.ts',
  replay: 'apps/simulator/src/cli/replay.ts',
  load: 'apps/simulator/src/cli/load.ts',
};
/** Entries by the folder of their bundles. */
const PROGRAMS = { 'apps/server/dist': SERVER_ENTRIES, 'apps/simulator/dist': SIMULATOR_ENTRIES };
/** Sources of the bundles; a change in any of them rebuilds them. */
const NODE_SOURCES = ['packages', 'apps/server', 'apps/simulator', 'package-lock.json', 'scripts/build.mjs'];
const WEB_SOURCES = ['packages', 'apps/web', 'package-lock.json', 'scripts/build.mjs'];

const files = (path) =>
  statSync(path).isFile()
    ? [path]
    : readdirSync(path)
        .filter((name) => !['node_modules', 'dist', '.build'].includes(name))
        .sort()
        .flatMap((name) => files(join(path, name)));

const hashOf = (sources) => {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => files(join(root, source)))) {
    if (!file.endsWith('.test.ts') && !file.endsWith('.test.tsx'))
      hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest('hex');
};

/** Runs `make` unless it has run on the same sources. */
const once = async (name, sources, make) => {
  const stamp = join(root, '.build', `${name}.stamp`);
  const hash = hashOf(sources);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  console.log(`Building the ${name} …`);
  await make();
  mkdirSync(join(root, '.build'), { recursive: true });
  writeFileSync(stamp, hash);
};

const bundle = async ([outdir, entries], options = {}) => {
  const { build } = await import('esbuild');
  const entryPoints = Object.entries(entries).map(([out, input]) => ({ in: join(root, input), out }));
  return build({
    absWorkingDir: root,
    entryPoints,
    outdir: join(root, outdir),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
    // Node keeps the text of a program in memory. Lines stay short, so that a stack trace still says where.
    minifyWhitespace: true,
    lineLimit: 160,
    banner: { js: REQUIRE },
    plugins: [atStart],
    ...options,
  });
};

/** CommonJS packages in the bundles load Node's modules with `require`, which ES modules lack. */
const REQUIRE =
  "import { createRequire as airdeckRequire } from 'node:module'; const require = airdeckRequire(import.meta.url);";

/**
 * npm packages that each server process loads at its start. In the bundles they need 5 to 10 MB less each: no module
 * loader for their hundreds of files, and only the parts that are used.
 */
const BUNDLED =
  /^(?:zod|pg|pino|sql-template-tag|aedes|mqtt-packet|fastify|fastify-type-provider-zod|@fastify\/.+|jose|otplib|yazl|yauzl|saxes|csv-parse|iconv-lite)(?:\/|$)/;

/** Loaded by bundled packages only for functions that are not used here. */
const ON_REQUEST = new Set(['pg-native', 'yaml', '@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler']);

/** Bundles our own packages and those that are needed at once; other npm packages stay external. */
const atStart = {
  name: 'at-start',
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, ({ path, importer }) => {
      if (path.startsWith('@airdeck/') || BUNDLED.test(path)) return undefined;
      // Dependencies of a bundled package are bundled with it.
      if (importer.includes('/node_modules/') && !ON_REQUEST.has(path) && !path.startsWith('node:')) return undefined;
      return { path, external: true };
    });
    // zod's messages in fifty languages: answers use our own.
    build.onLoad({ filter: /node_modules\/zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
    // Of the 2,500 media types, @fastify/compress needs those that are worth compressing.
    build.onLoad({ filter: /node_modules\/mime-db\/db\.json$/ }, ({ path }) => {
      const types = Object.entries(JSON.parse(readFileSync(path, 'utf8'))).filter(
        ([, { compressible }]) => compressible,
      );
      return { contents: JSON.stringify(Object.fromEntries(types)), loader: 'json' };
    });
    // Without `navigator`, which Node 20 lacks, pg looks for Cloudflare in `Response`, which loads Node's fetch: 5 MB.
    build.onLoad({ filter: /node_modules\/pg\/lib\/stream\.js$/ }, ({ path }) => ({
      contents: `const navigator = { userAgent: 'Node.js' };\n${readFileSync(path, 'utf8')}`,
    }));
  },
};

export const buildServer = () =>
  once('server', NODE_SOURCES, async () => {
    for (const program of Object.entries(PROGRAMS)) await bundle(program);
  });

/** Bundles the programs without source maps and without writing them; returns path and contents of each file. */
export const bundlePrograms = async () => {
  const options = { sourcemap: false, write: false };
  const results = await Promise.all(Object.entries(PROGRAMS).map((program) => bundle(program, options)));
  return results.flatMap(({ outputFiles }) => outputFiles);
};

export const buildConsole = () =>
  once('console', WEB_SOURCES, async () => {
    const { build } = await import('vite');
    await build({ root: join(root, 'apps/web'), logLevel: 'warn' });
  });
