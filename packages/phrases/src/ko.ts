import { admin } from './ko/admin.ts';
import { alarm } from './ko/alarm.ts';
import { button } from './ko/button.ts';
import { chart } from './ko/chart.ts';
import { common } from './ko/common.ts';
import { device } from './ko/device.ts';
import { dialog } from './ko/dialog.ts';
import { error } from './ko/error.ts';
import { field } from './ko/field.ts';
import { grade } from './ko/grade.ts';
import { history } from './ko/history.ts';
import { info } from './ko/info.ts';
import { menu } from './ko/menu.ts';
import { monitoring } from './ko/monitoring.ts';
import { planned } from './ko/planned.ts';
import { session } from './ko/session.ts';
import { sheet } from './ko/sheet.ts';
import { shell } from './ko/shell.ts';

/** Every text of the console in Korean, by area: the model that the other languages follow. */
export const ko = {
  admin,
  alarm,
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

export type Phrases = typeof ko;
