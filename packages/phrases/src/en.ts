import { admin } from './en/admin.ts';
import { alarm } from './en/alarm.ts';
import { button } from './en/button.ts';
import { chart } from './en/chart.ts';
import { common } from './en/common.ts';
import { device } from './en/device.ts';
import { dialog } from './en/dialog.ts';
import { error } from './en/error.ts';
import { field } from './en/field.ts';
import { grade } from './en/grade.ts';
import { history } from './en/history.ts';
import { info } from './en/info.ts';
import { menu } from './en/menu.ts';
import { monitoring } from './en/monitoring.ts';
import { planned } from './en/planned.ts';
import { session } from './en/session.ts';
import { sheet } from './en/sheet.ts';
import { shell } from './en/shell.ts';
import type { Phrases } from './ko.ts';
import type { Translated } from './translated.ts';

/** Every text of the console in English, by area. */
export const en: Translated<Phrases> = {
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
};
