import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const OPEN = new AbortController().signal;

it('serves those that wait person by person, and passes over those that left', async () => {
  const turns = createTurns(1);
  const order: string[] = [];
  let release = (): void => undefined;
  const first = turns.take(1, OPEN, () => new Promise<void>((resolve) => (release = resolve)));
  const ask = (person: number, name: string, cancel = OPEN) =>
    turns.take(person, cancel, async () => void order.push(name));
  const leaving = new AbortController();
  const asked = [
    ask(1, '1a'),
    ask(1, '1b'),
    ask(2, '2 left', leaving.signal),
    ask(2, '2a'),
    ask(3, '3a'),
    ask(1, '1c'),
  ];
  leaving.abort(new Error('left'));
  expect(order).toEqual([]);
  release();
  const ends = await Promise.allSettled([first, ...asked]);
  expect(ends.map(({ status }) => status).filter((status) => status === 'rejected')).toHaveLength(1);
  expect(order).toEqual(['1a', '2a', '3a', '1b', '1c']);
  await expect(ask(4, '4a')).resolves.toBeUndefined();
});
