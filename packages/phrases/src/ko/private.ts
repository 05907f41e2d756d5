import { account } from './account.ts';
import { admin } from './admin.ts';
import { airReport } from './air-report.ts';
import { alarm } from './alarm.ts';
import { autoMode } from './auto-mode.ts';
import { changeEffect } from './change-effect.ts';
import { chart } from './chart.ts';
import { comfort } from './comfort.ts';
import { compliance } from './compliance.ts';
import { connect } from './connect.ts';
import { control } from './control.ts';
import { device } from './device.ts';
import { grade } from './grade.ts';
import { history } from './history.ts';
import { installation } from './installation.ts';
import { menu } from './menu.ts';
import { monitoring } from './monitoring.ts';
import { plan } from './plan.ts';
import { publicPage } from './public-page.ts';
import { purifier } from './purifier.ts';
import { report } from './report.ts';
import { screen } from './screen.ts';
import { sheet } from './sheet.ts';
import { shell } from './shell.ts';
import { ventilation } from './ventilation.ts';
import { visits } from './visits.ts';
import { wall } from './wall.ts';

/** Texts of the screens behind Login, in Korean. */
export const privateTexts = {
  account,
  admin,
  airReport,
  alarm,
  autoMode,
  changeEffect,
  chart,
  comfort,
  compliance,
  connect,
  control,
  device,
  history,
  grade,
  installation,
  menu,
  monitoring,
  plan,
  publicPage,
  purifier,
  report,
  screen,
  sheet,
  shell,
  ventilation,
  visits,
  wall,
} as const;
