import { Readable } from 'node:stream';
import { EARLY_ANSWER, EXPECTED_MS, lateFailureText } from '@airdeck/contract/error/early-answer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OpenQuestion } from '../questions/long-questions.ts';
import { errorAnswerOf } from './errors.ts';
import { Failure } from './failure.ts';

/** Headers leave so soon after the request, so that they arrive within 100 ms. */
const EARLY_MS = 70;

/** White space before JSON, which takes the headers along: compression looks at the first 10 bytes before it sends any. */
const HEADERS_ALONG = ' '.repeat(16);

/** A piece of JSON, as text or as bytes in UTF-8. */
export type JsonPart = string | Buffer;

/** JSON that the handler has written itself: whole, or in parts as they are read. */
export class JsonText {
  readonly text: JsonPart | Iterable<JsonPart> | AsyncIterable<JsonPart>;

  constructor(text: JsonPart | Iterable<JsonPart> | AsyncIterable<JsonPart>) {
    this.text = text;
  }
}

interface LongAnswer {
  request: FastifyRequest;
  reply: FastifyReply;
  question: OpenQuestion;
  isFile: boolean;
}

const JSON_TYPE = 'application/json; charset=utf-8';

const isWhole = (text: JsonText['text']): text is JsonPart => typeof text === 'string' || Buffer.isBuffer(text);

/** The parts of a text; the time that each takes is work, the time that the client takes to read is not. */
async function* partsOf({ text }: JsonText, question: OpenQuestion): AsyncGenerator<JsonPart> {
  if (isWhole(text)) return yield text;
  const parts = Symbol.asyncIterator in text ? text[Symbol.asyncIterator]() : text[Symbol.iterator]();
  try {
    for (;;) {
      const next = await question.work(async () => parts.next());
      question.cancel.throwIfAborted();
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await parts.return?.();
  }
}

async function* finished(parts: AsyncIterable<JsonPart>, question: OpenQuestion): AsyncGenerator<JsonPart> {
  yield* parts;
  question.finish();
}

const stream = (parts: AsyncIterable<JsonPart>): Readable => Readable.from(parts, { objectMode: false });

const sendText = ({ reply, question }: LongAnswer, made: JsonText): FastifyReply => {
  reply.type(JSON_TYPE);
  if (!isWhole(made.text)) return reply.send(stream(finished(partsOf(made, question), question)));
  question.finish();
  return reply.send(made.text);
};

/** The body of an answer whose headers have left. */
async function* lateText({ request, reply, question }: LongAnswer, answer: Promise<unknown>): AsyncGenerator<JsonPart> {
  yield HEADERS_ALONG;
  try {
    const made = await answer;
    if (made instanceof JsonText) yield* partsOf(made, question);
    else yield String(reply.serialize(made));
    question.finish();
  } catch (error) {
    yield lateFailureText(errorAnswerOf(error, request));
  }
}

const sendEarly = (long: LongAnswer, answer: Promise<unknown>): FastifyReply =>
  long.reply
    .type(JSON_TYPE)
    .headers({
      [EXPECTED_MS]: Math.ceil(long.question.expectedMs()),
      // A proxy that buffers answers would delay the headers.
      'x-accel-buffering': 'no',
    })
    .send(stream(lateText(long, answer)));

const isEarlyWanted = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && new RegExp(`\\b${EARLY_ANSWER}\\b`).test(String(headers.prefer ?? ''));

/** Resolves when the headers have to leave: at once when the answer takes long. */
const headersDue = ({ reply, question }: LongAnswer): { due: Promise<'due'>; forget: () => void } => {
  let timer: NodeJS.Timeout | undefined;
  const due = new Promise<'due'>((resolve) => {
    timer = setTimeout(() => resolve('due'), Math.max(0, EARLY_MS - reply.elapsedTime));
    question.onLong(() => resolve('due'));
  });
  return { due, forget: () => clearTimeout(timer) };
};

/**
 * Answers a long question, and ends it when its client leaves. With `Prefer: early-answer` the headers leave before the
 * answer is known; then a failure is the last line of the body.
 */
export const answerLong = async (long: LongAnswer, handle: () => Promise<unknown>): Promise<unknown> => {
  const { request, reply, question, isFile } = long;
  reply.raw.once('close', question.end);
  // The connection may be closed already: its listener would wait in vain.
  if (reply.raw.destroyed) throw new Failure('ERR_BAD_REQUEST');
  const answer = question.work(handle);
  if (isFile) return answer;
  if (isEarlyWanted(request)) {
    const { due, forget } = headersDue(long);
    const first = await Promise.race([due, answer]).finally(forget);
    if (first === 'due') {
      // Its body reports the failure.
      answer.catch(() => undefined);
      return sendEarly(long, answer);
    }
  }
  const made = await answer;
  if (made instanceof JsonText) return sendText(long, made);
  question.finish();
  return made;
};
