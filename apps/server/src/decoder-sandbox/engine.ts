import variant from '@jitl/quickjs-wasmfile-release-sync';
import { newQuickJSWASMModuleFromVariant, newVariant, type QuickJSHandle } from 'quickjs-emscripten-core';
import { GUEST, SOURCE_NAME } from './guest.ts';
import {
  type Answer,
  type DecoderFailure,
  failure,
  HEAP_MB,
  type Job,
  MAX_INPUT_LENGTH,
  MAX_RESULT_LENGTH,
  MAX_SOURCE_LENGTH,
  RUN_MS,
  STACK_BYTES,
} from './types.ts';

/** Runs one decoder at a time; throws after an error of the engine, which must not be used again. */
export interface Engine {
  run(job: Job): Answer;
}

/** The memory of an engine that has loaded a source. */
interface Image {
  readonly low: Uint8Array;
  readonly high: Uint8Array;
}

/**
 * WebAssembly memory in pages of 64 KB: 16 MB for a decoder's heap, and 5.1 MB for the engine's constants and stack. It
 * is the real limit, because this build of QuickJS does not know how large its allocations are.
 */
const MEMORY_PAGES = HEAP_MB * 16 + 82;
/** Checks of the time before a decoder is ended: it did work, and the thread did not only wait for a processor. */
const MIN_CHECKS = 20;
const KEPT_IMAGES = 64;
const KEPT_BYTES = 64 * 1024 * 1024;
const MAX_IMAGE_BYTES = 4 * 1024 * 1024;
const MAX_TEXT_LENGTH = 3 * MAX_RESULT_LENGTH;
/** The engine's allocator extends its heap in such steps, and writes to the end of each. */
const STEP = 64 * 1024;
const PAGE = 4096;

const ZEROS = Buffer.alloc(STEP);
const isZero = (memory: Uint8Array, start: number, end: number): boolean =>
  ZEROS.compare(memory, start, end, 0, end - start) === 0;

/** The longest part of the memory without content: the engine's stack, between its constants and its heap. */
const findStack = (memory: Uint8Array, top: number): { start: number; end: number } => {
  let longest = { start: 0, end: 0 };
  let start = 0;
  for (let end = PAGE; end <= top; end += PAGE) {
    if (!isZero(memory, end - PAGE, end)) start = end;
    else if (end - start > longest.end - longest.start) longest = { start, end };
  }
  return longest;
};

/** End of the heap; memory above it has never been used, or was cleared. */
const findTop = (memory: Uint8Array): number => {
  let top = memory.length;
  while (top > STEP && isZero(memory, top - STEP, top)) top -= STEP;
  return Math.min(top + STEP, memory.length);
};

/**
 * QuickJS in WebAssembly. Every message starts from a copy of the memory as it was after the source was loaded, so no
 * message and no decoder can influence another one, and a kept decoder costs a copy of about 0.3 MB.
 */
export const createEngine = async (now: () => number): Promise<Engine> => {
  const wasmMemory = new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES });
  const memory = new Uint8Array(wasmMemory.buffer);
  const quickjs = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  const runtime = quickjs.newRuntime({ maxStackSizeBytes: STACK_BYTES });
  let deadline = 0;
  let checks = 0;
  let isInterrupted = false;
  runtime.setInterruptHandler(() => {
    checks += 1;
    isInterrupted = checks > MIN_CHECKS && now() > deadline;
    return isInterrupted;
  });
  const limitTime = (): void => {
    deadline = now() + RUN_MS;
    checks = 0;
    isInterrupted = false;
  };

  const context = runtime.newContext();
  limitTime();
  const guest = context.unwrapResult(context.evalCode(GUEST, 'airdeck.js', { type: 'global' }));
  // Handles that the library keeps must exist before the first copy.
  const { undefined: nothing } = context;

  const firstTop = findTop(memory);
  const stack = findStack(memory, firstTop);
  const copyUpTo = (top: number): Image => ({ low: memory.slice(0, stack.start), high: memory.slice(stack.end, top) });
  const empty = copyUpTo(firstTop);
  const restore = ({ low, high }: Image): void => {
    memory.set(low);
    memory.set(high, stack.end);
  };

  /** The guest's answer as text. Nothing is disposed of, because the memory is restored before the next call. */
  const call = (kind: 'load' | 'decode' | 'encode', argument: QuickJSHandle): string | DecoderFailure => {
    const result = context.callFunction(guest, nothing, context.newString(kind), argument);
    if (isInterrupted) return failure('TIMEOUT', `the decoder took longer than ${RUN_MS} ms`);
    // The guest catches all other exceptions, unless it has no memory left to do so.
    if (result.error) return failure('MEMORY', 'out of memory');
    const { value } = result;
    if (context.typeof(value) !== 'string') return failure('HOST', 'the decoder changed the engine');
    const length = context.getProp(value, 'length').consume((handle) => context.getNumber(handle));
    return length > MAX_TEXT_LENGTH ? failure('TOO_BIG', 'the result is too long') : context.getString(value);
  };

  const load = (source: string): Image | string | DecoderFailure => {
    restore(empty);
    memory.fill(0, firstTop);
    limitTime();
    const { error } = context.evalCode(source, SOURCE_NAME, { type: 'global' });
    if (isInterrupted) return failure('TIMEOUT', `the source took longer than ${RUN_MS} ms to load`);
    if (error) return call('load', error);
    const top = findTop(memory);
    if (top - stack.end > MAX_IMAGE_BYTES)
      return failure('MEMORY', 'the source keeps too much memory once it is loaded');
    return copyUpTo(top);
  };

  const images = new Map<string, Image>();
  let bytes = 0;
  const keep = (hash: string, image: Image): void => {
    images.set(hash, image);
    bytes += image.high.length;
    for (const [oldest, { high }] of images) {
      if (images.size <= KEPT_IMAGES && bytes <= KEPT_BYTES) return;
      images.delete(oldest);
      bytes -= high.length;
    }
  };

  const answerOf = ({ hash, source, task }: Job): string | DecoderFailure => {
    if (source.length > MAX_SOURCE_LENGTH) return failure('TOO_BIG', `the source is longer than ${MAX_SOURCE_LENGTH}`);
    const [kind, input] =
      'decode' in task
        ? (['decode', { ...task.decode, bytes: Array.from(task.decode.bytes) }] as const)
        : (['encode', task.encode] as const);
    const text = JSON.stringify(input);
    if (text.length > MAX_INPUT_LENGTH) return failure('TOO_BIG', 'the message is too long for a decoder');
    const image = images.get(hash) ?? load(source);
    if (typeof image === 'string' || 'ok' in image) return image;
    if (images.delete(hash)) bytes -= image.high.length;
    keep(hash, image);
    restore(image);
    limitTime();
    return call(kind, context.newString(text));
  };

  return {
    run(job) {
      const start = now();
      const answer = answerOf(job);
      return typeof answer === 'string' ? { text: answer, cpuMs: now() - start } : answer;
    },
  };
};
