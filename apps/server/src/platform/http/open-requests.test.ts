import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { followOpenRequests } from './open-requests.ts';

const SLOW = { timeout: 60_000 };

it('knows the requests that have not been answered, without their query, and forgets those whose client has gone', async () => {
  const http = Fastify({ genReqId: () => 'one', forceCloseConnections: true });
  const openRequests = followOpenRequests(http);
  let answer: () => void = () => {};
  const isToAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  http.get('/stream', (_, reply) => {
    reply.hijack();
    reply.raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
    reply.raw.write(': hello');
  });
  http.get('/slow', async () => {
    await isToAnswer;
    return {};
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answered = fetch(`http://127.0.0.1:${port}/slow?name=secret`);
  await expect.poll(openRequests.newest, SLOW).toEqual([{ requestId: 'one', method: 'GET', path: '/slow' }]);
  const gone = connect(port, '127.0.0.1');
  gone.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(openRequests.newest, SLOW).toHaveLength(2);
  gone.destroy();
  await expect.poll(openRequests.newest, SLOW).toHaveLength(1);
  const stream = await fetch(`http://127.0.0.1:${port}/stream`);
  expect([openRequests.newest().length, openRequests.unanswered()]).toEqual([2, 1]);
  await stream.body?.cancel();
  answer();
  await answered;
  await expect.poll(openRequests.newest, SLOW).toEqual([]);
  await http.close();
});
