import type { button as model } from '../ko/button.ts';
import type { Translated } from '../translated.ts';
import { loginTexts } from './login.ts';

export const button: Translated<typeof model> = {
  ...loginTexts.button,
  change: 'Change',
  cancel: 'Cancel',
  ok: 'OK',
  close: 'Close',
  copy: 'Copy',
  add: 'Add',
};
