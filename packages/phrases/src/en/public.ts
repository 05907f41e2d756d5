import { button } from './button.ts';
import { common } from './common.ts';
import { dialog } from './dialog.ts';
import { error } from './error.ts';
import { field } from './field.ts';
import { info } from './info.ts';
import { session } from './session.ts';

/** Texts that pages without a session need, in English. */
export const publicTexts = {
  button,
  common,
  dialog,
  error,
  field,
  info,
  session,
} as const;
