import { button } from './button.ts';
import { chart } from './chart.ts';
import { common } from './common.ts';
import { device } from './device.ts';
import { dialog } from './dialog.ts';
import { error } from './error.ts';
import { field } from './field.ts';
import { grade } from './grade.ts';
import { history } from './history.ts';
import { info } from './info.ts';
import { menu } from './menu.ts';
import { monitoring } from './monitoring.ts';
import { planned } from './planned.ts';
import { session } from './session.ts';
import { sheet } from './sheet.ts';
import { shell } from './shell.ts';

/** The texts that are there before somebody has logged in, in English. */
export const outside = {
  button,
  chart,
  common,
  device,
  dialog,
  error,
  field,
  grade,
  history,
  info,
  menu,
  monitoring,
  planned,
  session,
  sheet,
  shell,
} as const;
