import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSseParser } from './open-stream.ts';

function parse(chunks: readonly string[]): string[] {
  const messages: string[] = [];
  const feed = createSseParser((data) => messages.push(data));
  for (const chunk of chunks) feed(chunk);
  return messages;
}

test.each([
  ['data: a\n\n', ['a']],
  ['data:a\n\ndata: b\n\n', ['a', 'b']],
  ['data: a\r\n\r\n', ['a']],
  ['data: a\ndata: b\n\n', ['a\nb']],
  [': alive\n\ndata: a\n\n', ['a']],
  ['id: 7\nevent: x\nretry: 10\ndata: a\n\n', ['a']],
  ['data: unfinished\n', []],
  ['\n\n\n', []],
])('%j', (text, messages) => {
  expect(parse([text])).toEqual(messages);
});

test('parses events however the stream is cut', () => {
  const text = ': hi\r\n\r\ndata: {"a":1}\r\n\r\ndata: 한글\ndata: b\n\ndata: last\r\r';
  fc.assert(
    fc.property(fc.array(fc.nat(text.length), { maxLength: 8 }), (cuts) => {
      const at = [0, ...cuts.toSorted((a, b) => a - b), text.length];
      const chunks = at.slice(1).map((end, i) => text.slice(at[i], end));
      expect(parse([...chunks, '\n'])).toEqual(['{"a":1}', '한글\nb', 'last']);
    }),
  );
});
