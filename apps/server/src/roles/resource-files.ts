import { meterImport, purifierImport, sensorImport } from '@airdeck/contract/device/import';
import { meters } from '@airdeck/contract/device/routes';
import { localServers } from '@airdeck/contract/local-server/routes';
import { notices } from '@airdeck/contract/notice/routes';
import { departmentImport, officeImport } from '@airdeck/contract/place/import';
import { departments, offices, organizations } from '@airdeck/contract/place/routes';
import { addResourceExport } from '../export/resource-export.ts';
import { createMeterImportTable } from '../features/device/meter-import-queries.ts';
import { meterTable } from '../features/device/meter-queries.ts';
import { purifierImportTable, sensorImportTable } from '../features/device/part-import-queries.ts';
import { createLocalServerTable } from '../features/local-server/local-server-queries.ts';
import type { PasswordSeal } from '../features/local-server/password-seal.ts';
import { noticeTable } from '../features/notice/notice-queries.ts';
import { departmentTable } from '../features/place/department-queries.ts';
import { officeTable } from '../features/place/office-queries.ts';
import { organizationTable } from '../features/place/organization-queries.ts';
import { departmentImportTable, officeImportTable } from '../features/place/place-import-queries.ts';
import { addResourceImport, type ResourceImportOptions } from '../import/resource-import.ts';
import type { Http } from '../platform/http/create-http.ts';

export interface ResourceFilesOptions extends ResourceImportOptions {
  seal: PasswordSeal;
  randomBytes(size: number): Buffer;
}

/** Lists of administration as files, and files as rows of them. A new resource has a line here. */
export const addResourceFiles = (http: Http, options: ResourceFilesOptions): void => {
  addResourceExport(http, options, organizations, organizationTable);
  addResourceExport(http, options, offices, officeTable);
  addResourceExport(http, options, departments, departmentTable);
  addResourceExport(http, options, meters, meterTable);
  addResourceExport(http, options, notices, noticeTable);
  addResourceExport(http, options, localServers, createLocalServerTable(options.seal));
  addResourceImport(http, options, officeImport, officeImportTable);
  addResourceImport(http, options, departmentImport, departmentImportTable);
  addResourceImport(http, options, meterImport, createMeterImportTable(options.randomBytes));
  addResourceImport(http, options, sensorImport, sensorImportTable);
  addResourceImport(http, options, purifierImport, purifierImportTable);
};
