import { isBuiltin } from 'node:module';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { expect, it, vi } from 'vitest';
import { SERVER_ROLES, type ServerRole } from '../platform/config/server-roles.ts';

const packages = join(import.meta.dirname, '../../../../packages');

/** A role's program, bundled as in scripts/build.mjs. */
const bundle = (role: ServerRole) =>
  build({
    entryPoints: [join(import.meta.dirname, `${role}.ts`)],
    outdir: 'dist',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    metafile: true,
    packages: 'external',
    alias: Object.fromEntries(
      ['contract', 'domain', 'phrases'].map((name) => [`@airdeck/${name}`, join(packages, name, 'src')]),
    ),
  });

/** The files and packages that a role loads when it starts: its static imports. */
const codeOf = async (role: ServerRole): Promise<string[]> => {
  const { metafile } = await bundle(role);
  const seen = new Set<string>();
  const code = new Set<string>();
  const visit = (path: string): void => {
    const output = metafile.outputs[path];
    if (output === undefined || seen.has(path)) return;
    seen.add(path);
    for (const input of Object.keys(output.inputs)) code.add(input);
    for (const { path: next, kind, external } of output.imports) {
      if (kind !== 'import-statement') continue;
      if (external) code.add(next);
      else visit(next);
    }
  };
  visit(`dist/${role}.js`);
  return [...code];
};

const FILE_TEXTS = /packages\/phrases\/src\/(ko|en)\/admin\.ts$/;
const SCREEN_TEXTS = /packages\/phrases\/src\/(ko|en)\/(device|session|shell|wall)\.ts$/;
const WEB_ONLY = /^(fastify|@fastify\/.*|fastify-type-provider-zod|jose|yazl|yauzl|saxes|csv-parse.*|iconv-lite)$/;
const RARELY_USED = /^(nodemailer|web-push|prom-client|swagger-ui-dist|@node-rs\/argon2)$/;

it.each(SERVER_ROLES)('%s starts without the code that only others need, or that is rarely used', async (role) => {
  const code = await codeOf(role);
  const superfluous = role === 'web' ? [SCREEN_TEXTS, RARELY_USED] : [FILE_TEXTS, SCREEN_TEXTS, WEB_ONLY, RARELY_USED];
  expect(code.length).toBeGreaterThan(50);
  expect(code.filter((name) => superfluous.some((pattern) => pattern.test(name)))).toEqual([]);
});

it.each(SERVER_ROLES)(
  '%s starts without Intl, whose first object loads several megabytes of data',
  async (role) => {
    vi.resetModules();
    const program = join(import.meta.dirname, `${role}.ts`);
    const spies = [
      vi.spyOn(Intl, 'Collator'),
      vi.spyOn(Intl, 'DateTimeFormat'),
      vi.spyOn(Intl, 'NumberFormat'),
      vi.spyOn(Number.prototype, 'toLocaleString'),
      vi.spyOn(Date.prototype, 'toLocaleString'),
      vi.spyOn(String.prototype, 'localeCompare'),
    ];
    try {
      await import(program);
      expect(spies.map((spy) => spy.mock.calls)).toEqual(spies.map(() => []));
    } finally {
      for (const spy of spies) spy.mockRestore();
    }
  },
  240_000,
);

/** The built programs, as `npm run package` writes them: name and text. */
const builtPrograms = async (): Promise<Map<string, string>> => {
  const script = new URL('../../../../scripts/build.mjs', import.meta.url).href;
  const { bundlePrograms } = (await import(script)) as {
    bundlePrograms: () => Promise<{ path: string; text: string }[]>;
  };
  return new Map((await bundlePrograms()).map(({ path, text }) => [basename(path), text]));
};

const STATIC_IMPORT = /\bimport(?:[^"'();]*\bfrom)?\s*"([@\w./:-]+)"/g;

/** The packages that a built program loads when it starts. */
const packagesOf = (programs: ReadonlyMap<string, string>, entry: RegExp): string[] => {
  const files = [...programs.keys()].filter((name) => entry.test(name));
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, name = ''] of (programs.get(file) ?? '').matchAll(STATIC_IMPORT)) {
      const path = basename(name);
      if (!name.startsWith('.')) packages.add(name);
      else if (!files.includes(path)) files.push(path);
    }
  }
  return [...packages].filter((name) => !isBuiltin(name));
};

it('the built programs contain the packages that they load at their start', async () => {
  const programs = await builtPrograms();
  for (const entry of [/^start-\w+\.js$/, ...SERVER_ROLES.map((role) => new RegExp(`^${role}-\\w+\\.js$`))]) {
    expect([...programs.keys()].filter((name) => entry.test(name))).toHaveLength(1);
    expect(packagesOf(programs, entry)).toEqual([]);
  }
}, 60_000);

it('the programs have no character that would make V8 keep two bytes for each of theirs', async () => {
  const { outputFiles } = await bundle('web');
  const large = outputFiles.filter(({ contents }) => contents.length > 100_000);
  expect(large.length).toBeGreaterThan(0);
  expect(large.filter(({ text }) => /[\u0100-\uffff]/.test(text)).map(({ path }) => path)).toEqual([]);
});

it('the supervisor starts without PostgreSQL and schemas, which only its processes need', async () => {
  const programs = await builtPrograms();
  const loaded = [...programs.keys()].filter((name) => /^start-\w+\.js$/.test(name));
  for (const file of loaded) {
    for (const [, name = ''] of (programs.get(file) ?? '').matchAll(STATIC_IMPORT)) {
      const path = basename(name);
      if (name.startsWith('.') && !loaded.includes(path)) loaded.push(path);
    }
  }
  const text = loaded.map((name) => programs.get(name)).join('');
  expect(text).toContain('role exited; restarting');
  expect(text).not.toMatch(/idle_in_transaction_session_timeout|ZodType/);
}, 60_000);
