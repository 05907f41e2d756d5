import type { dialog as model } from '../ko/dialog.ts';
import type { Translated } from '../translated.ts';

export const dialog: Translated<typeof model> = {
  change: 'Do you want to change this?',
  setPassword: 'Set a password.',
  required: 'Fill in the required fields.',
  fail: {
    logout: 'Failed to log out',
  },
  move: 'Move: drag the title, or use arrow keys; Home for the middle',
  add: 'Do you want to add this?',
  none: 'none',
  changed: 'changed',
  more_one: 'and {{count, number}} more',
  more_other: 'and {{count, number}} more',
  unchanged: 'Nothing was changed.',
};
