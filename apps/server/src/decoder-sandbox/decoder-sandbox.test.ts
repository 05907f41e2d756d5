import { rmSync, writeFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../platform/log.ts';
import { buildDecoderWorker } from '../testing/build-program.ts';
import { CODECS, HOSTILE } from '../testing/decoder-sources.ts';
import { createDecoderSandbox, type DecoderSandbox, hashOfSource } from './decoder-sandbox.ts';
import type { DecoderInput } from './types.ts';

let program: URL;
beforeAll(() => {
  program = buildDecoderWorker();
});

afterAll(() => rmSync(program));

const log = createLog({ level: 'silent' });
const INPUT: DecoderInput = { bytes: Uint8Array.of(0, 215, 3, 44), fPort: 2, recvTime: 1_700_000_000_000, topic: 't' };
/** Long enough for a decoder that ends, on a busy machine too. */
const PATIENT_MS = 30_000;

let troubles: string[] = [];
let sandbox: DecoderSandbox | null = null;
const open = (options: { wallMs?: number; program?: URL } = {}): DecoderSandbox => {
  troubles = [];
  const onTrouble = (hash: string) => troubles.push(hash);
  sandbox = createDecoderSandbox({ log, monotonic: () => performance.now(), program, onTrouble, ...options });
  return sandbox;
};
afterEach(() => sandbox?.stop());

describe('the thread', () => {
  it('decodes and encodes', async () => {
    const { decode, encode } = open({ wallMs: PATIENT_MS });
    // A part of a larger buffer, as it comes from a connection.
    const bytes = Buffer.from([9, 9, 0, 215, 3, 44, 9]).subarray(2, 6);
    expect(await decode(CODECS.ts013, { ...INPUT, bytes })).toEqual({
      ok: true,
      data: { temperature: 21.5, co2: 812 },
      warnings: [],
      cpuMs: expect.any(Number),
    });
    expect(await encode(CODECS.ts013, { interval: 600 })).toMatchObject({ ok: true, fPort: 10, bytes: [1, 2, 88] });
    const long = { ...INPUT, bytes: new Uint8Array(70_000) };
    expect(await decode(CODECS.ts013, long)).toMatchObject({ ok: false, reason: 'TOO_BIG' });
  });

  it.each(Object.entries(HOSTILE))('survives %s', async (_, { source, reasons }) => {
    const { decode } = open({ wallMs: reasons.includes('TIMEOUT') ? 1_500 : PATIENT_MS });
    const outcome = await decode(source, INPUT);
    expect(outcome).toMatchObject({ ok: false });
    // On a busy machine any of them may run out of time first.
    if (!outcome.ok) expect([...reasons, 'TIMEOUT']).toContain(outcome.reason);
  });

  it('decodes 200 messages right after hostile ones', async () => {
    const { decode } = open({ wallMs: 1_500 });
    for (const { source } of Object.values(HOSTILE)) expect(await decode(source, INPUT)).toMatchObject({ ok: false });
    await sandbox?.stop();
    const patient = open({ wallMs: PATIENT_MS });
    for (const name of [
      'recursion',
      'a long text',
      'a result of 5 MB',
      'an endless loop',
      'replaced built-in functions',
    ])
      expect(await patient.decode(HOSTILE[name]?.source ?? '', INPUT)).toMatchObject({ ok: false });
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, (_, i) => patient.decode(CODECS.chirpStackV3, { ...INPUT, fPort: i })),
    );
    expect(outcomes.map((each) => each.ok && each.data.port)).toEqual(Array.from({ length: 200 }, (_, i) => i));
  });

  it('ends a thread that does not answer, and starts a new one', async () => {
    const { decode } = open({ wallMs: 1_500 });
    const { source } = HOSTILE['allocations that ignore their failure'] ?? { source: '' };
    expect(await decode(source, INPUT)).toMatchObject({ ok: false });
    await expect.poll(() => decode(CODECS.ttnV2, INPUT)).toMatchObject({ ok: true, data: { co2: 812 } });
  });

  it('fails with HOST when the thread cannot start, and when it ends', async () => {
    const missing = open({ program: new URL('missing.mjs', program) });
    expect(await missing.decode(CODECS.ts013, INPUT)).toMatchObject({ ok: false, reason: 'HOST' });
    const broken = new URL(`broken-${process.pid}.mjs`, program);
    const onMessage = "() => { throw new Error('engine failed'); }";
    writeFileSync(
      broken,
      `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ${onMessage}); parentPort.postMessage('ready');`,
    );
    const { decode } = open({ program: broken, wallMs: PATIENT_MS });
    for (let i = 0; i < 4; i++)
      expect(await decode(CODECS.ts013, INPUT)).toEqual({ ok: false, reason: 'HOST', message: 'engine failed' });
    expect(troubles).toEqual([]);
    rmSync(broken);
  });
});

describe('the queue', () => {
  it('reports a source that runs out of time three times in a row', async () => {
    const { decode } = open({ wallMs: PATIENT_MS });
    const source = 'function decodeUplink(input) { while (input.fPort); return { data: {} }; }';
    const ports = [1, 1, 0, 1, 1];
    for (const fPort of ports) await decode(source, { ...INPUT, fPort });
    expect(troubles).toEqual([]);
    await decode(source, { ...INPUT, fPort: 1 });
    expect(troubles).toEqual([hashOfSource(source)]);
  });

  it('lets a source with trouble wait for the others', async () => {
    const { decode } = open({ wallMs: PATIENT_MS });
    const ended: string[] = [];
    const send = (name: string, source: string) => decode(source, INPUT).then(() => ended.push(name));
    const slow = 'function decodeUplink() { for (;;); }';
    await Promise.all([...Array.from({ length: 6 }, () => send('slow', slow)), send('good', CODECS.ts013)]);
    // One was running.
    expect(ended.indexOf('good')).toBe(1);
  });

  it('is bounded, for each source and in all', async () => {
    const { decode, stop } = open({ wallMs: PATIENT_MS });
    const send = (source: string, count: number) => Array.from({ length: count }, () => decode(source, INPUT));
    const all = [1, 2, 3, 4, 5].flatMap((n) => send(`${CODECS.ttnV2}//${n}`, 1_100));
    const full = { ok: false, reason: 'HOST', message: 'too many messages wait for a decoder' };
    expect(await all[1_099]).toEqual(full);
    expect(await all.at(-1)).toEqual(full);
    await stop();
    const outcomes = await Promise.all(all);
    expect(outcomes.filter((each) => !each.ok && each.message === full.message).length).toBeGreaterThanOrEqual(1_400);
    expect(await decode(CODECS.ttnV2, INPUT)).toMatchObject({ ok: false, message: 'the sandbox has stopped' });
  });
});
