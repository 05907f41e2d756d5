import { expect, test } from 'vitest';
import { matching } from './picker.tsx';

const OPTIONS = [
  { id: 1, label: '로비', detail: '본관 › 1층' },
  { id: 2, label: 'Lobby 2', detail: '별관 › 1층', group: '한빛초등학교' },
  { id: 3, label: '3학년 2반' },
];

test.each([
  ['', [1, 2, 3]],
  ['  ', [1, 2, 3]],
  ['로비', [1]],
  ['LOBBY', [2]],
  ['1층', [1, 2]],
  ['1층 별관', [2]],
  ['한빛 lob', [2]],
  ['지하', []],
])('“%s” finds %j', (text, ids) => expect(matching(OPTIONS, text).map(({ id }) => id)).toEqual(ids));
