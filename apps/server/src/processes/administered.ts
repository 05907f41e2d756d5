import { alarmRules } from '@airdeck/contract/alarm-rule/routes';
import { auditStreams } from '@airdeck/contract/audit-stream/routes';
import { timetables } from '@airdeck/contract/control/timetable';
import { meterImport, purifierImport, sensorImport } from '@airdeck/contract/device/import';
import { purifiers, purifiersBulk, sensors, sensorsBulk } from '@airdeck/contract/device/parts';
import { meters, metersBulk } from '@airdeck/contract/device/routes';
import { unregisteredDevices } from '@airdeck/contract/device/unregistered';
import { decoders } from '@airdeck/contract/door/decoder';
import { doorDevices, doors } from '@airdeck/contract/door/routes';
import { facilityFactsRoutes } from '@airdeck/contract/limit/facts';
import { ownLimits } from '@airdeck/contract/limit/own-limit';
import { localServers } from '@airdeck/contract/local-server/routes';
import { maintenanceWindows } from '@airdeck/contract/maintenance/routes';
import { notices } from '@airdeck/contract/notice/routes';
import { notificationRules, notifications } from '@airdeck/contract/notification/routes';
import type { ListQuery } from '@airdeck/contract/paging';
import { departmentImport, officeImport, organizationImport } from '@airdeck/contract/place/import';
import {
  departments,
  departmentsBulk,
  offices,
  organizations,
  organizationsBulk,
} from '@airdeck/contract/place/routes';
import { reportSchedules } from '@airdeck/contract/report/schedule';
import type { Route } from '@airdeck/contract/route';
import { signOnProviders } from '@airdeck/contract/sign-on/routes';
import {
  masterErrors,
  masterSensors,
  organizationErrors,
  organizationSensors,
} from '@airdeck/contract/standard/routes';
import { userImport } from '@airdeck/contract/user/import';
import { users, usersBulk } from '@airdeck/contract/user/routes';
import { wallDisplays } from '@airdeck/contract/wall-display/routes';
import type { z } from 'zod';
import type { NoteAccess } from '../audit/access-log.ts';
import { addResourceExport } from '../export/resource-export.ts';
import { alarmRuleTable } from '../features/alarm-rule/alarm-rule-queries.ts';
import { createAuditStreamTable } from '../features/audit-stream/stream-queries.ts';
import { createTimetableTable } from '../features/control/timetable/timetable-queries.ts';
import { createMeterImportTable } from '../features/device/meter-import-queries.ts';
import { meterTable } from '../features/device/meter-queries.ts';
import { purifierImportTable, sensorImportTable } from '../features/device/part-import-queries.ts';
import { purifierTable } from '../features/device/purifier-queries.ts';
import { sensorTable } from '../features/device/sensor-queries.ts';
import { unregisteredTable } from '../features/device/unregistered-queries.ts';
import { decoderTable } from '../features/door/decoder-queries.ts';
import { createDoorDeviceTable } from '../features/door/door-device-queries.ts';
import { doorTable } from '../features/door/door-queries.ts';
import { masterErrorTable } from '../features/error-catalogue/master-error-queries.ts';
import { organizationErrorTable } from '../features/error-catalogue/organization-error-queries.ts';
import { facilityFactsTable } from '../features/limit/facility-facts-queries.ts';
import { ownLimitTable } from '../features/limit/own-limit-queries.ts';
import { createLocalServerTable } from '../features/local-server/local-server-queries.ts';
import { createWindowTable } from '../features/maintenance/window-queries.ts';
import { noticeTable } from '../features/notice/notice-queries.ts';
import { notificationTable } from '../features/notification/notification-queries.ts';
import { createNotificationRuleTable } from '../features/notification/rule-queries.ts';
import { departmentImportTable, departmentTable } from '../features/place/department-queries.ts';
import { officeImportTable, officeTable } from '../features/place/office-queries.ts';
import { organizationImportTable } from '../features/place/organization-import-queries.ts';
import { organizationTable } from '../features/place/organization-queries.ts';
import { reportScheduleTable } from '../features/report/schedule-queries.ts';
import { masterSensorTable } from '../features/sensor-types/master-sensor-queries.ts';
import { organizationSensorTable } from '../features/sensor-types/organization-sensor-queries.ts';
import { createSignOnProviderTable } from '../features/sign-on/provider-queries.ts';
import { createPasswordLinks } from '../features/user/password-links.ts';
import { createUserImportTable } from '../features/user/user-import-queries.ts';
import type { UserMails } from '../features/user/user-mails.ts';
import { userTable } from '../features/user/user-table-queries.ts';
import { createWallDisplayTable } from '../features/wall-display/display-queries.ts';
import { addResourceImport, type ResourceImportOptions } from '../import/resource-import.ts';
import type { Clock } from '../platform/clock.ts';
import type { Http } from '../platform/http/create-http.ts';
import type { SiteAddressRule } from '../platform/net/site-address.ts';
import type { PasswordSeal } from '../platform/password-seal.ts';
import { createResource } from '../resource/resource.ts';
import { addBulkEdit, addResource, type ResourceContract } from '../resource/resource-routes.ts';
import type { Editable, ResourceTable } from '../resource/resource-table.ts';

export interface AdministeredOptions extends ResourceImportOptions {
  clock: Clock;
  seal: PasswordSeal;
  /** Whether the server would connect to an address. */
  isAllowed: SiteAddressRule;
  noteAccess: NoteAccess;
  randomBytes(size: number): Buffer;
  /** null: no mails are sent. */
  mails: UserMails | null;
}

/** An entity that is nothing but rows of a table: its routes, and its list as a file. */
const addEntity = <
  I extends z.ZodType<object>,
  A extends z.ZodObject,
  E extends z.ZodObject,
  Row extends Editable & Record<string, unknown>,
  Order extends string,
  Q extends z.ZodType<ListQuery<Order>>,
>(
  http: Http,
  options: AdministeredOptions,
  routes: ResourceContract<I, A, E, Q> & { export: Route<z.ZodType, z.ZodType, z.ZodType, z.ZodString> },
  table: ResourceTable<Row, z.output<I>, z.output<A>, z.output<E>, z.output<Q>, Order>,
): void => {
  addResource(http, options, routes, table);
  addResourceExport(http, options, routes, table);
};

/**
 * Everything that people administer; a new entity is a line here. One that does more than a table does has routes of its
 * own in its feature, and here its list as a file only.
 */
export const addAdministered = (http: Http, options: AdministeredOptions): void => {
  const { db, clock, seal, isAllowed, noteAccess, randomBytes, mails } = options;
  const links = createPasswordLinks({ db, clock, random: randomBytes });

  addEntity(http, options, organizations, organizationTable);
  addEntity(http, options, offices, officeTable);
  addEntity(http, options, departments, departmentTable);
  addEntity(http, options, sensors, sensorTable);
  addEntity(http, options, purifiers, purifierTable);
  addEntity(http, options, masterSensors, masterSensorTable(clock));
  addEntity(http, options, organizationSensors, organizationSensorTable(clock));
  addEntity(http, options, masterErrors, masterErrorTable);
  addEntity(http, options, organizationErrors, organizationErrorTable);
  addEntity(http, options, notices, noticeTable);
  addEntity(http, options, facilityFactsRoutes, facilityFactsTable);
  addEntity(http, options, ownLimits, ownLimitTable);
  addEntity(http, options, reportSchedules, reportScheduleTable);
  addEntity(http, options, localServers, createLocalServerTable({ seal, isAllowed }));
  addEntity(http, options, signOnProviders, createSignOnProviderTable(seal));

  addResourceExport(http, options, users, userTable, { entity: 'users', noteAccess });
  addResourceExport(http, options, meters, meterTable);
  addResourceExport(http, options, unregisteredDevices, unregisteredTable);
  addResourceExport(http, options, doors, doorTable);
  addResourceExport(http, options, doorDevices, createDoorDeviceTable({ isAllowed, seal }));
  addResourceExport(http, options, alarmRules, alarmRuleTable);
  addResourceExport(http, options, notificationRules, createNotificationRuleTable(seal));
  addResourceExport(http, options, notifications, notificationTable);
  addResourceExport(http, options, timetables, createTimetableTable(clock));
  addResourceExport(http, options, maintenanceWindows, createWindowTable(clock));
  addResourceExport(http, options, auditStreams, createAuditStreamTable({ clock, seal }));
  addResourceExport(http, options, decoders, decoderTable);
  addResourceExport(http, options, wallDisplays, createWallDisplayTable(clock));

  // Several rows at once.
  addBulkEdit(http, organizationsBulk, createResource(options, organizationTable));
  addBulkEdit(http, departmentsBulk, createResource(options, departmentTable));
  addBulkEdit(http, metersBulk, createResource(options, meterTable));
  addBulkEdit(http, sensorsBulk, createResource(options, sensorTable));
  addBulkEdit(http, purifiersBulk, createResource(options, purifierTable));
  addBulkEdit(http, usersBulk, createResource(options, userTable));

  // Rows of a file.
  addResourceImport(http, options, organizationImport, organizationImportTable);
  addResourceImport(http, options, officeImport, officeImportTable);
  addResourceImport(http, options, departmentImport, departmentImportTable);
  addResourceImport(http, options, meterImport, createMeterImportTable(randomBytes));
  addResourceImport(http, options, sensorImport, sensorImportTable);
  addResourceImport(http, options, purifierImport, purifierImportTable);
  addResourceImport(http, options, userImport, createUserImportTable(links, mails), { entity: 'users', noteAccess });
};
