import * as alarmQuality from '@airdeck/contract/alarm/quality';
import * as alarm from '@airdeck/contract/alarm/schema';
import * as alarmRule from '@airdeck/contract/alarm-rule/schema';
import * as auditStream from '@airdeck/contract/audit-stream/schema';
import * as controlAutoMode from '@airdeck/contract/control/auto-mode';
import * as control from '@airdeck/contract/control/schema';
import * as controlSwitchOffTest from '@airdeck/contract/control/switch-off-test';
import * as controlTimetable from '@airdeck/contract/control/timetable';
import * as deviceGateway from '@airdeck/contract/device/gateway';
import * as deviceParts from '@airdeck/contract/device/parts';
import * as deviceQuality from '@airdeck/contract/device/quality';
import * as device from '@airdeck/contract/device/schema';
import * as deviceUnregistered from '@airdeck/contract/device/unregistered';
import * as door from '@airdeck/contract/door/schema';
import * as error from '@airdeck/contract/error/schema';
import * as exportFile from '@airdeck/contract/export-file';
import * as field from '@airdeck/contract/field';
import * as health from '@airdeck/contract/health/routes';
import * as historyChangeEffect from '@airdeck/contract/history/change-effect';
import * as historyQuery from '@airdeck/contract/history/query';
import * as history from '@airdeck/contract/history/schema';
import * as historyVentilation from '@airdeck/contract/history/ventilation';
import * as historyWallMoisture from '@airdeck/contract/history/wall-moisture';
import * as importFile from '@airdeck/contract/import-file';
import * as installation from '@airdeck/contract/installation/schema';
import * as limitCompliance from '@airdeck/contract/limit/compliance';
import * as limitFacts from '@airdeck/contract/limit/facts';
import * as limitOwn from '@airdeck/contract/limit/own-limit';
import * as localServer from '@airdeck/contract/local-server/schema';
import * as maintenance from '@airdeck/contract/maintenance/schema';
import * as monitoringAttention from '@airdeck/contract/monitoring/attention';
import * as monitoring from '@airdeck/contract/monitoring/schema';
import * as notice from '@airdeck/contract/notice/schema';
import * as notificationPush from '@airdeck/contract/notification/push';
import * as notification from '@airdeck/contract/notification/schema';
import * as paging from '@airdeck/contract/paging';
import * as place from '@airdeck/contract/place/schema';
import * as purifierCurrent from '@airdeck/contract/purifier/current';
import * as purifierEffect from '@airdeck/contract/purifier/effect';
import * as purifierFilter from '@airdeck/contract/purifier/filter';
import * as purifier from '@airdeck/contract/purifier/schema';
import * as reading from '@airdeck/contract/reading/schema';
import * as record from '@airdeck/contract/record/schema';
import * as reportMonthly from '@airdeck/contract/report/monthly';
import * as reportJob from '@airdeck/contract/report/report';
import * as reportSchedule from '@airdeck/contract/report/schedule';
import * as reportYearly from '@airdeck/contract/report/yearly';
import * as resource from '@airdeck/contract/resource';
import * as retention from '@airdeck/contract/retention/schema';
import * as session from '@airdeck/contract/session/schema';
import * as signOn from '@airdeck/contract/sign-on/schema';
import * as standard from '@airdeck/contract/standard/schema';
import * as userApiToken from '@airdeck/contract/user/api-token';
import * as user from '@airdeck/contract/user/schema';
import * as userSecondFactor from '@airdeck/contract/user/second-factor';
import * as wallDisplay from '@airdeck/contract/wall-display/schema';
import * as wallDisplayWall from '@airdeck/contract/wall-display/wall';

/** Modules whose exported schemas the OpenAPI document shares under the names of their exports. */
export const API_SCHEMAS = {
  field,
  error,
  paging,
  resource,
  alarm,
  alarmQuality,
  alarmRule,
  control,
  controlAutoMode,
  controlSwitchOffTest,
  controlTimetable,
  device,
  deviceParts,
  deviceQuality,
  deviceGateway,
  deviceUnregistered,
  exportFile,
  health,
  history,
  historyQuery,
  importFile,
  installation,
  limitCompliance,
  limitFacts,
  limitOwn,
  door,
  auditStream,
  historyChangeEffect,
  historyVentilation,
  historyWallMoisture,
  reportJob,
  reportMonthly,
  reportSchedule,
  reportYearly,
  localServer,
  maintenance,
  monitoring,
  monitoringAttention,
  notice,
  notification,
  notificationPush,
  place,
  purifier,
  purifierCurrent,
  purifierEffect,
  purifierFilter,
  reading,
  record,
  retention,
  session,
  signOn,
  standard,
  user,
  userApiToken,
  userSecondFactor,
  wallDisplay,
  wallDisplayWall,
};
