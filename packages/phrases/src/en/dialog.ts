import type { dialog as model } from '../ko/dialog.ts';
import type { Translated } from '../translated.ts';

export const dialog: Translated<typeof model> = {
  change: 'Do you want to change this?',
  setPassword: 'Set a password.',
  required: 'Fill in the required fields.',
  fail: {
    logout: 'Failed to log out',
  },
  drag: 'Drag the title to move it',
};
