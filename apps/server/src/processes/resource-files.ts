import { alarmRules } from '@airdeck/contract/alarm-rule/routes';
import { timetables } from '@airdeck/contract/control/timetable';
import { meterImport, purifierImport, sensorImport } from '@airdeck/contract/device/import';
import { purifiers, sensors } from '@airdeck/contract/device/parts';
import { meters } from '@airdeck/contract/device/routes';
import { unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { localServers } from '@airdeck/contract/local-server/routes';
import { notices } from '@airdeck/contract/notice/routes';
import { notificationRules, notifications } from '@airdeck/contract/notification/routes';
import { departmentImport, officeImport } from '@airdeck/contract/place/import';
import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import {
  masterErrors,
  masterSensors,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import { userImport } from '@airdeck/contract/user/import';
import { users } from '@airdeck/contract/user/routes';
import { wallDisplays } from '@airdeck/contract/wall-display/routes';
import type { NoteAccess } from '../audit/access-log.ts';
import { addResourceExport } from '../export/resource-export.ts';
import { alarmRuleTable } from '../features/alarm-rule/alarm-rule-queries.ts';
import { createTimetableTable } from '../features/control/timetable/timetable-queries.ts';
import { createMeterImportTable } from '../features/device/meter-import-queries.ts';
import { meterTable } from '../features/device/meter-queries.ts';
import { purifierImportTable, sensorImportTable } from '../features/device/part-import-queries.ts';
import { purifierTable } from '../features/device/purifier-queries.ts';
import { sensorTable } from '../features/device/sensor-queries.ts';
import { unregisteredTable } from '../features/device/unregistered-queries.ts';
import { masterErrorTable } from '../features/error-catalogue/master-error-queries.ts';
import { organizationErrorTable } from '../features/error-catalogue/organization-error-queries.ts';
import { createLocalServerTable } from '../features/local-server/local-server-queries.ts';
import { noticeTable } from '../features/notice/notice-queries.ts';
import { notificationTable } from '../features/notification/notification-queries.ts';
import { createNotificationRuleTable } from '../features/notification/rule-queries.ts';
import { departmentTable } from '../features/place/department-queries.ts';
import { officeTable } from '../features/place/office-queries.ts';
import { organizationTable } from '../features/place/organization-queries.ts';
import { departmentImportTable, officeImportTable } from '../features/place/place-import-queries.ts';
import { masterSensorTable } from '../features/sensor-types/master-sensor-queries.ts';
import { organizationSensorTable } from '../features/sensor-types/organization-sensor-queries.ts';
import { createPasswordLinks } from '../features/user/password-links.ts';
import { createUserImportTable } from '../features/user/user-import-queries.ts';
import { userTable } from '../features/user/user-table-queries.ts';
import { createWallDisplayTable } from '../features/wall-display/display-queries.ts';
import { addResourceImport, type ResourceImportOptions } from '../import/resource-import.ts';
import type { Clock } from '../platform/clock.ts';
import type { Http } from '../platform/http/create-http.ts';
import type { PasswordSeal } from '../platform/password-seal.ts';

export interface ResourceFilesOptions extends ResourceImportOptions {
  clock: Clock;
  seal: PasswordSeal;
  noteAccess: NoteAccess;
  randomBytes(size: number): Buffer;
}

/** Adds export and import routes for administrative lists. Add a line here for each new resource. */
export const addResourceFiles = (http: Http, options: ResourceFilesOptions): void => {
  addResourceExport(http, options, organizations, organizationTable);
  addResourceExport(http, options, offices, officeTable);
  addResourceExport(http, options, departments, departmentTable);
  addResourceExport(http, options, meters, meterTable);
  addResourceExport(http, options, sensors, sensorTable);
  addResourceExport(http, options, purifiers, purifierTable);
  addResourceExport(http, options, unregisteredDevices, unregisteredTable);
  addResourceExport(http, options, users, userTable, { entity: 'users', noteAccess: options.noteAccess });
  addResourceExport(http, options, masterSensors, masterSensorTable(options.clock));
  addResourceExport(http, options, organizationSensors, organizationSensorTable(options.clock));
  addResourceExport(http, options, masterErrors, masterErrorTable);
  addResourceExport(http, options, organizationErrors, organizationErrorTable);
  addResourceExport(http, options, notices, noticeTable);
  addResourceExport(http, options, localServers, createLocalServerTable({ seal: options.seal, isAllowed: () => true }));
  addResourceExport(http, options, alarmRules, alarmRuleTable);
  addResourceExport(http, options, notificationRules, createNotificationRuleTable(options.seal));
  addResourceExport(http, options, notifications, notificationTable);
  addResourceExport(http, options, timetables, createTimetableTable(options.clock));
  addResourceExport(http, options, wallDisplays, createWallDisplayTable(options.clock));
  addResourceImport(http, options, officeImport, officeImportTable);
  addResourceImport(http, options, departmentImport, departmentImportTable);
  addResourceImport(http, options, meterImport, createMeterImportTable(options.randomBytes));
  addResourceImport(http, options, sensorImport, sensorImportTable);
  addResourceImport(http, options, purifierImport, purifierImportTable);
  const links = createPasswordLinks({ db: options.db, clock: options.clock, random: options.randomBytes });
  addResourceImport(http, options, userImport, createUserImportTable(links));
};
