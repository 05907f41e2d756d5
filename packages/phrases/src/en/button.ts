import type { button as model } from '../ko/button.ts';
import type { Translated } from '../translated.ts';

export const button: Translated<typeof model> = {
  change: 'Change',
  cancel: 'Cancel',
  ok: 'OK',
  close: 'Close',
  retry: 'Try again',
  copy: 'Copy',
  add: 'Add',
};
