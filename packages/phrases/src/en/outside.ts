import { button } from './button.ts';
import { common } from './common.ts';
import { dialog } from './dialog.ts';
import { error } from './error.ts';
import { field } from './field.ts';
import { info } from './info.ts';
import { session } from './session.ts';

/** The texts that are there before somebody has logged in, in English. */
export const outside = {
  button,
  common,
  dialog,
  error,
  field,
  info,
  session,
} as const;
