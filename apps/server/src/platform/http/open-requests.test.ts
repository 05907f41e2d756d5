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
  http.get('/slow', async () => {
    await isToAnswer;
    return {};
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  const address = http.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const answered = fetch(`http://127.0.0.1:${port}/slow?name=secret`);
  await expect.poll(openRequests, SLOW).toEqual([{ requestId: 'one', method: 'GET', path: '/slow' }]);
  const gone = connect(port, '127.0.0.1');
  gone.write('GET /slow HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(openRequests, SLOW).toHaveLength(2);
  gone.destroy();
  await expect.poll(openRequests, SLOW).toHaveLength(1);
  answer();
  await answered;
  await expect.poll(openRequests, SLOW).toEqual([]);
  await http.close();
});
