import { finished } from 'node:stream';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { Http } from './create-http.ts';
import { answerError } from './errors.ts';
import { Failure } from './failure.ts';

export interface FileBodies {
  /** Most bytes of a body, by content type. */
  types: Readonly<Record<string, number>>;
  /** Requests whose bodies are in memory at the same time; more are refused with TOO_MANY_REQUESTS. */
  maxHeld: number;
  /** Answer to a larger body. */
  tooLarge(): Failure;
}

/** Lets the routes of a context accept files as whole bodies. The context should have no other routes. */
export const acceptFiles = (room: Http, { types, maxHeld, tooLarge }: FileBodies): void => {
  for (const [type, bodyLimit] of Object.entries(types)) {
    room.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, async (_: FastifyRequest, body: Buffer) => body);
  }
  let held = 0;
  room.addHook('preParsing', async (_, reply) => {
    if (held >= maxHeld) throw new Failure('TOO_MANY_REQUESTS');
    held++;
    finished(reply.raw, () => held--);
  });
  room.setErrorHandler((error: FastifyError, request, reply) =>
    answerError(error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge() : error, request, reply),
  );
};
