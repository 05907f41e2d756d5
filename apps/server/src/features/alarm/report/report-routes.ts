import {
  addReport,
  getAlarmPhoto,
  MAX_PHOTO_BYTES,
  MAX_REPORTS_A_DAY,
  type ReportFields,
} from '@airdeck/contract/alarm/report';
import { BUILT_IN_ERRORS, NOTED, REPORTED } from '@airdeck/contract/standard/built-in';
import { DAY_MS } from '@airdeck/domain/duration';
import { isWithin, type Scope } from '@airdeck/domain/policy/may';
import { BUILT_IN_ERROR_TEXTS } from '@airdeck/phrases/alarm-condition';
import { insertAudit } from '../../../audit/audit-queries.ts';
import type { Tx } from '../../../platform/db/pool.ts';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import type { Editor } from '../../../platform/http/who.ts';
import type { Registry } from '../../../registry/registry.ts';
import type { Department, Meter, Office, Organization, RegistrySnapshot } from '../../../registry/snapshot.ts';
import { reachesPlace } from '../../../registry/visible-organizations.ts';
import { insertAlarms, type NewAlarm, raisedEvents } from '../alarm-queries.ts';
import { createAlarmRuleSets, type ErrorInfo } from '../alarm-rule-set.ts';
import type { HandlingDeps } from '../console/handle.ts';
import { type AlarmRow, findAlarm, presentAlarm } from '../console/list-queries.ts';
import { localNames } from '../local-names.ts';
import { photoType } from './photo-type.ts';
import { countReports, findLogin, findPhoto, findReport, insertPhoto, type Photo } from './report-queries.ts';

export type ReportRoutesOptions = HandlingDeps & { registry: Registry };

const PER_MINUTE = 30;
/** A photo in base64, and the rest of the report. */
const MAX_BODY_BYTES = Math.ceil((MAX_PHOTO_BYTES * 4) / 3) + 16 * 1024;

/** A place with everything that it is in. */
interface Place {
  organization: Organization;
  office?: Office | undefined;
  department?: Department | undefined;
  meter?: Meter | undefined;
}

const placeOf = ({ place_kind, place_id }: ReportFields, snapshot: RegistrySnapshot): Place | null => {
  const meter = place_kind === 'meter' ? snapshot.meters.get(place_id) : undefined;
  const department = place_kind === 'department' ? snapshot.departments.get(place_id) : meter?.department;
  const office = place_kind === 'office' ? snapshot.offices.get(place_id) : department?.office;
  const organization = place_kind === 'organization' ? snapshot.organizations.get(place_id) : office?.organization;
  return organization ? { organization, office, department, meter } : null;
};

const isReached = (scope: Scope, { organization, office, department }: Place): boolean =>
  office ? reachesPlace(scope, department ?? office) : isWithin(scope, { organizationId: organization.id });

/** @throws Failure INVALID_PARAMETER when it is no photo, or too large. */
const photoOf = ({ photo: base64 }: ReportFields): Photo | null => {
  if (base64 === undefined) return null;
  const photo = Buffer.from(base64, 'base64');
  if (photo.length > MAX_PHOTO_BYTES) throw new Failure('INVALID_PARAMETER', { photo: 'TOO_LARGE' });
  const type = photoType(photo);
  if (type === null) throw new Failure('INVALID_PARAMETER', { photo: 'INVALID' });
  return { type, photo };
};

/** People can report in an organization that has put the code out of use as well. */
const builtIn = (code: typeof REPORTED | typeof NOTED): ErrorInfo => ({
  severity: BUILT_IN_ERRORS[code].severity,
  description: BUILT_IN_ERROR_TEXTS[code].ko,
  descriptionEn: BUILT_IN_ERROR_TEXTS[code].en,
});

const newReport = (
  { kind, text, key, place_kind }: ReportFields,
  { organization, office, department, meter }: Place,
  error: ErrorInfo,
  { userId, login, now }: { userId: number; login: string | null; now: number },
): NewAlarm => ({
  organization_id: organization.id,
  ...{ gateway: null, local_server_id: null, decoder_id: null },
  ...{ meter_id: meter?.id ?? null, sensor_id: null, purifier_id: null },
  office_id: place_kind === 'office' ? (office?.id ?? null) : null,
  department_id: place_kind === 'department' ? (department?.id ?? null) : null,
  organization_name: organization.name,
  office_name: office?.name ?? null,
  department_name: department?.name ?? null,
  meter_name: meter?.name ?? null,
  ...{ sensor_name: null, air_name: null, category: 'METER', sensor_type: null, value: null, bound: null },
  code: kind === 'REPORT' ? REPORTED : NOTED,
  source: 'REPORT',
  severity: error.severity,
  description: error.description,
  description_en: error.descriptionEn,
  detail: text.trim(),
  ...{ since_time: new Date(now), occurred_time: new Date(now) },
  ...{ reported_by: userId, reported_login: login, report_key: key },
});

/** Routes by which people report on a place. */
export const addReportRoutes = (http: Http, { db, registry, clock, feed }: ReportRoutesOptions): void => {
  const ruleSets = createAlarmRuleSets(registry);

  /** The report that was sent before with this key; a key of another person is refused. */
  const sentBefore = async (tx: Tx, key: string, userId: number): Promise<number | null> => {
    const found = await findReport(tx, key);
    if (found && found.reported_by !== userId) throw new Failure('INVALID_PARAMETER', { key: 'DUPLICATE' });
    return found?.id ?? null;
  };

  const report = async (
    fields: ReportFields,
    { place, scope, editor, userId }: { place: Place; scope: Scope; editor: Editor; userId: number },
  ): Promise<AlarmRow | undefined> => {
    const photo = photoOf(fields);
    const now = clock.now();
    const code = fields.kind === 'REPORT' ? REPORTED : NOTED;
    const row = await db.tx(async (tx) => {
      const count = await countReports(tx, userId, now - DAY_MS);
      const sent = await sentBefore(tx, fields.key, userId);
      if (sent !== null) return findAlarm(tx, scope, sent);
      if (count >= MAX_REPORTS_A_DAY) throw new Failure('TOO_MANY_REQUESTS');
      const error = (await ruleSets(tx, now)).errorOf(place.organization.id, code) ?? builtIn(code);
      const login = await findLogin(tx, userId);
      const [added] = await insertAlarms(tx, [newReport(fields, place, error, { userId, login, now })]);
      if (!added) throw new Failure('EDITED_MEANWHILE');
      if (photo) await insertPhoto(tx, added.id, photo);
      const after = await findAlarm(tx, scope, added.id);
      if (!after) throw new Failure('RESOURCE_NOT_FOUND');
      const note = { action: 'create', entity: 'alarms', entityId: added.id } as const;
      const organizationId = place.organization.id;
      await insertAudit(tx, editor, [{ ...note, organizationId, before: null, after: presentAlarm(after) }], now);
      await feed.append(
        tx,
        raisedEvents([added], now).map((alarm) => ({ kind: 'alarm' as const, alarm })),
      );
      return after;
    });
    feed.wake('alarm');
    return row;
  };

  addRoute(
    http,
    addReport,
    async ({ body, scope, editor, who, request }) => {
      const place = placeOf(body, registry.snapshot());
      if (!place || !isReached(scope, place)) throw new Failure('RESOURCE_NOT_FOUND');
      const row = await report(body, { place, scope, editor, userId: who.userId });
      if (!row) throw new Failure('RESOURCE_NOT_FOUND');
      return localNames(presentAlarm(row), registry.snapshot(), languageOf(request, who));
    },
    { perMinute: PER_MINUTE, bodyLimit: MAX_BODY_BYTES },
  );

  addRoute(
    http,
    getAlarmPhoto,
    async ({ params, scope, reply }) => {
      const found = await findPhoto(db, scope, params.id);
      if (!found) throw new Failure('RESOURCE_NOT_FOUND');
      return reply.type(found.type).send(found.photo);
    },
    { isFile: true },
  );
};
