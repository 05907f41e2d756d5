import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createDrain } from './drain.ts';
import { followOpenRequests } from './open-requests.ts';

it('answers while a load balancer moves on, closes connections, and waits for open requests', async () => {
  const http = Fastify({ forceCloseConnections: true });
  const { unanswered } = followOpenRequests(http);
  const drain = createDrain(http, unanswered, { noticeMs: 1, answerMs: 60_000 });
  let answer: () => void = () => {};
  const isToAnswer = new Promise<void>((resolve) => {
    answer = resolve;
  });
  http.get('/slow', async () => {
    await isToAnswer;
    return {};
  });
  http.get('/fast', async () => ({}));
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  const connectionOf = async (path: string) => (await fetch(`${url}${path}`)).headers.get('connection');
  expect([drain.isDraining(), await connectionOf('/fast')]).toEqual([false, 'keep-alive']);
  const slow = fetch(`${url}/slow`);
  await expect.poll(unanswered, { timeout: 60_000 }).toBe(1);
  let isDrained = false;
  const drained = drain.start().then(() => {
    isDrained = true;
  });
  expect([drain.isDraining(), await connectionOf('/fast'), isDrained]).toEqual([true, 'close', false]);
  answer();
  expect((await slow).status).toBe(200);
  await drained;
  await http.close();
});

it('does not wait for ever', async () => {
  const drain = createDrain(Fastify(), () => 1, { noticeMs: 1, answerMs: 1 });
  expect(await drain.start()).toBeUndefined();
});
