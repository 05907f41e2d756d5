import type { Alarm } from '@airdeck/contract/alarm/schema';
import type { Choices } from '@airdeck/contract/history/schema';
import type { CardList, SensorList } from '@airdeck/contract/monitoring/schema';
import type { Language } from '@airdeck/contract/user/schema';
import type { Role } from '@airdeck/domain/role';
import { type SensorType, sensorPhraseKey } from '@airdeck/domain/sensor-type';
import { en } from '@airdeck/phrases/en';
import { ko } from '@airdeck/phrases/ko';
import { addressOf, type ScreenRoute } from '@airdeck/web/testing/every-route';
import { type Page, expect as patient } from '@playwright/test';
import { historyAt, rowsOf } from './history.ts';
import { RECORD } from './record.ts';
import { PLACES, servers } from './servers.ts';
import { askApi } from './session.ts';

/** Data that changes between request and screen is requested again, sooner than a test waits for required content. */
const expect = patient.configure({ timeout: 20_000 });

const TEXTS = { ko, en };
export type Texts = (typeof TEXTS)[Language];
export const textsOf = (language: Language): Texts => TEXTS[language];

/** Role and language of a visitor. */
export interface Visit {
  page: Page;
  role: Role;
  language: Language;
}

/** Expected content of an address: its title, and data that the test reads from the API as the same role. */
interface Screen {
  title: (texts: Texts) => string;
  /** Another address than the route's own, or a query for that. */
  address?: (role: Role) => Promise<string>;
  reads: (visit: Visit) => Promise<void>;
}

type Row = Record<string, unknown>;
interface Listed {
  content: Row[];
}

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));

/** Tables that are shown as cards. */
const isPhone = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

interface TableOptions {
  /** Address of the same rows in the API. */
  list: string;
  query?: Record<string, string>;
  /** The heading of a column, and the expected cell of a row. */
  column: (texts: Texts) => string;
  cell?: (row: Row, texts: Texts, language: Language) => string;
}

/** The column matches the API for each row; an empty list says so. */
const table =
  ({ list, query = {}, column, cell = ({ name }) => textOf(name) }: TableOptions): Screen['reads'] =>
  async ({ page, role, language }) => {
    const texts = textsOf(language);
    const { content } = await askApi<Listed>(role, list, { query: { size: '12', ...query }, language });
    const main = page.getByRole('main');
    if (content.length === 0) return expect(main).toContainText(texts.common.empty.title);
    const expected = content.map((row) => expect.stringContaining(cell(row, texts, language)));
    if (isPhone(page)) {
      const cards = main
        .getByRole('list')
        .filter({ has: page.locator('dl, li[data-reorder-key]') })
        .getByRole('listitem');
      await expect(cards).toHaveCount(content.length);
      return expect(cards.first()).toContainText(cell(content[0] ?? {}, texts, language));
    }
    const shown = async () => (await rowsOf(main.getByRole('table').first())).map((row) => row[column(texts)]);
    await expect.poll(shown).toEqual(expected);
  };

/** A screen of administration: rows by a column that the API has under the same name. */
const listed = (
  list: string,
  key: keyof typeof ko.menu.item,
  field: keyof typeof ko.admin.field,
  options: Pick<TableOptions, 'cell' | 'query'> = {},
): Screen => {
  // English screens name places in English, where they have such a name.
  const nameOf = (row: Row, language: Language) => (language === 'en' && field === 'name' ? row.name_en : null);
  const { query = {}, cell = (row, _, language) => textOf(nameOf(row, language) ?? row[field]) } = options;
  const search = new URLSearchParams(query).toString();
  return {
    title: ({ menu }) => menu.item[key],
    ...(search && { address: async () => `?${search}` }),
    reads: table({ list, query, cell, column: ({ admin }) => admin.field[field] }),
  };
};

const named = async ({ page }: Visit, names: readonly string[]): Promise<void> => {
  expect(names.length).toBeGreaterThan(0);
  for (const name of names.slice(0, 3)) await expect(page.getByRole('main')).toContainText(name);
};

const cards = (
  title: 'organizations' | 'offices' | 'departments' | 'meter',
  view: 'agency' | 'grade' | 'half' | 'meter',
): Screen => ({
  title: ({ monitoring }) => monitoring.screen[title],
  reads: async (visit) => {
    const answer = await askApi<CardList>(visit.role, `monitoring/cards/${view}`, { language: visit.language });
    await named(
      visit,
      answer.cards.map(({ name }) => name),
    );
    await expect(visit.page.getByRole('main')).toContainText(`${answer.meters.total}`);
  },
});

const meters = (screen: 'sensor' | 'localization'): Screen => ({
  title: ({ monitoring }) => monitoring.screen[screen],
  reads: async (visit) => {
    const list = await askApi<SensorList>(visit.role, 'monitoring/sensors', { language: visit.language });
    await named(
      visit,
      list.meters.map(({ path }) => path.at(-1)?.name ?? ''),
    );
  },
});

const choices = (role: Role): Promise<Choices> => askApi<Choices>(role, 'history/choices');
const recordMeter = async (role: Role): Promise<number> =>
  (await choices(role)).meters.find(({ name }) => name === PLACES.recordMeter.name)?.id ?? 0;

const recordOffice = async (role: Role): Promise<number> =>
  (await choices(role)).meters.find(({ name }) => name === PLACES.recordMeter.name)?.office_id ?? 0;

/** A list of the record meter's readings on its day, compared with the API's answer. */
const measured = (
  screen: 'instrument' | 'instrumenta' | 'sensorcur' | 'sensoravg',
  key: keyof typeof ko.menu.item,
  { list, column, cell, unit }: Pick<TableOptions, 'list' | 'column'> & { cell: (row: Row) => string; unit?: 'hour' },
): Screen => ({
  title: ({ menu }) => menu.item[key],
  address: async (role) => {
    const { recordDay } = servers().demo;
    const query = { meter: await recordMeter(role), period: 'free', from: recordDay, to: recordDay };
    return historyAt(screen, query);
  },
  reads: async (visit) => {
    const { recordDay: day } = servers().demo;
    const query = { meterId: `${await recordMeter(visit.role)}`, startTime: day, endTime: day, ...(unit && { unit }) };
    await table({ list: `history/${list}`, query, column, cell })(visit);
  },
});

const co2 = ({ values }: Row): string => textOf((values as Record<string, number>).CO2);

/** Alarms, oldest first: alarms raised by other tests come after them. */
const alarms = (list: 'alarms' | 'alarms/history', key: 'liveError' | 'errorHistory'): Screen => ({
  title: ({ menu }) => menu.item[key],
  address: async () => '?startTime=any&sort=occured_time%2CASC',
  reads: table({
    list,
    query: { sort: 'occured_time,ASC', ...(list === 'alarms' && { state: 'PENDING', folded: 'Y', grouped: 'Y' }) },
    column: ({ alarm }) => alarm.field.description,
    cell: (row, _, language) => {
      const { description, description_en } = row as unknown as Alarm;
      return (language === 'en' ? description_en : null) ?? description;
    },
  }),
});

const purifiers = (
  key: 'currentAir' | 'controlAir' | 'autoModeAir',
  list: string,
  column: TableOptions['column'],
): Screen => ({
  title: ({ menu }) => menu.item[key],
  address: async () => '?sort=meter_name%2CASC',
  reads: table({ list, query: { sort: 'meter_name,ASC' }, column, cell: ({ meter_name }) => textOf(meter_name) }),
});

/** The content of each address; an address without a row here does not compile. */
export const SCREENS: Record<ScreenRoute, Screen> = {
  '/monitoring/agency/{-$id}': cards('organizations', 'agency'),
  '/monitoring/grade/{-$id}': cards('offices', 'grade'),
  '/monitoring/half/{-$id}': cards('departments', 'half'),
  '/monitoring/meter/{-$id}': cards('meter', 'meter'),
  '/monitoring/sensor/{-$id}': meters('sensor'),
  '/monitoring/localization/{-$id}': meters('localization'),
  '/monitoring/purifier/{-$id}': {
    title: ({ monitoring }) => monitoring.screen.purifier,
    reads: async (visit) => {
      const list = await askApi<{ purifiers: { meter_name: string }[] }>(visit.role, 'monitoring/purifiers', {
        language: visit.language,
      });
      await named(
        visit,
        list.purifiers.map(({ meter_name }) => meter_name),
      );
    },
  },
  '/monitoring/plan/$id': {
    title: ({ plan }) => `${PLACES.recordMeter.office} · ${plan.title}`,
    address: async (role) => addressOf('/monitoring/plan/$id', await recordOffice(role)),
    reads: async ({ page, language }) => {
      await expect(page.getByRole('main')).toContainText(textsOf(language).plan.none);
    },
  },
  '/current/current/instrument': measured('instrument', 'meterReadings', {
    list: 'meter-readings',
    column: ({ grade }) => grade.sensor.CO2,
    cell: co2,
  }),
  '/current/current/instrumenta': measured('instrumenta', 'meterAverages', {
    list: 'meter-averages',
    unit: 'hour',
    column: ({ grade }) => grade.sensor.CO2,
    cell: (row) => textOf((row.values as Record<string, { mean: number }>).CO2?.mean),
  }),
  '/current/current/sensorcur': measured('sensorcur', 'sensorReadings', {
    list: 'sensor-readings',
    column: ({ history }) => history.column.value,
    cell: ({ value }) => textOf(value),
  }),
  '/current/current/sensoravg': measured('sensoravg', 'sensorAverages', {
    list: 'sensor-averages',
    unit: 'hour',
    column: ({ history }) => history.column.mean,
    cell: ({ mean }) => textOf(mean),
  }),
  '/current/current/reports': {
    title: ({ menu }) => menu.item.reports,
    reads: async ({ page, language }) => {
      const { airReport } = textsOf(language);
      await expect(page.getByText(airReport.monthly.completeness).first()).toBeVisible();
      await expect(page.getByRole('region', { name: airReport.jobs.title })).toBeVisible();
    },
  },
  '/current/current/compliance': {
    title: ({ menu }) => menu.item.compliance,
    reads: async ({ page, role, language }) => {
      const { packs } = await askApi<{ packs: { code: string }[] }>(role, 'history/limit-packs');
      expect(packs.map(({ code }) => code)).toContain('KR_INDOOR_AIR');
      const { compliance } = textsOf(language);
      await expect(page.getByRole('region', { name: compliance.counts })).toContainText(/\d/);
    },
  },
  '/current/current/currentair': purifiers('currentAir', 'purifiers/current', ({ purifier }) => purifier.column.name),
  '/current/error/liveerror': alarms('alarms', 'liveError'),
  '/current/error/history': alarms('alarms/history', 'errorHistory'),
  '/current/error/quality': {
    title: ({ alarm }) => alarm.quality.title,
    reads: async ({ page, role, language }) => {
      const { organizations } = await askApi<{ organizations: { name: string }[] }>(role, 'alarms/quality', {
        query: { days: '7' },
      });
      const { total } = textsOf(language).alarm.quality;
      await expect(page.getByRole('region', { name: total })).toContainText(/\d/);
      expect(organizations.length).toBeGreaterThan(0);
    },
  },
  '/current/login/history': listed('login-history', 'loginHistory', 'user_login', {
    query: { sort: 'login_time,ASC' },
  }),
  '/current/control/control': {
    title: ({ menu }) => menu.item.controlHistory,
    address: async () => '?startTime=any&sort=executed_time%2CASC',
    reads: table({
      list: 'control/commands',
      query: { sort: 'executed_time,ASC' },
      column: ({ admin }) => admin.field.command,
      cell: ({ command }, { admin }) => admin.choice.command[command as 'POWER'],
    }),
  },
  '/management/user/user': listed('users', 'user', 'login'),
  '/management/user/audit': listed('audit', 'auditTrail', 'entity', {
    query: { sort: 'time,ASC' },
    cell: ({ entity }, { admin }) => admin.choice.entity[entity as 'users'],
  }),
  '/management/user/audit-stream': listed('audit-streams', 'auditStream', 'name'),
  '/management/user/sso': listed('sign-on-providers', 'signOn', 'name'),
  '/management/organization/institutional': listed('organizations', 'organizations', 'code'),
  '/management/organization/group': listed('offices', 'group', 'name'),
  '/management/organization/department': listed('departments', 'department', 'name'),
  '/management/master/local': listed('local-servers', 'localServer', 'name'),
  '/management/master/msensor': listed('master-sensors', 'sensorTypes', 'category', {
    cell: ({ category }, { admin }) => admin.choice.category[category as 'METER'],
  }),
  '/management/master/asensor': listed('organization-sensors', 'organizationSensor', 'type', {
    cell: ({ type }, { admin }) => admin.choice.sensor_type[sensorPhraseKey(type as SensorType)],
  }),
  '/management/master/merror': listed('master-errors', 'masterError', 'severity', {
    cell: ({ severity }, { admin }) => admin.choice.severity[severity as 'INFO'],
  }),
  '/management/master/aerror': listed('organization-errors', 'organizationErrors', 'code'),
  '/management/master/arule': listed('alarm-rules', 'alarmRule', 'code'),
  '/management/setting/measuring': listed('meters', 'measuring', 'code'),
  '/management/setting/measuring/$id/quality': {
    title: ({ device }) => `${PLACES.recordMeter.name} · ${device.quality.title}`,
    address: async (role) => addressOf('/management/setting/measuring/$id/quality', await recordMeter(role)),
    reads: async ({ page, language }) => {
      await expect(page.getByRole('heading', { name: textsOf(language).device.quality.days })).toBeVisible();
      await expect(page.getByRole('main')).toContainText(PLACES.recordMeter.code);
      await expect(page.getByRole('main')).toContainText(`${RECORD.rows}`);
    },
  },
  '/management/setting/gateway': listed('gateways', 'gateway', 'code'),
  '/management/setting/connect': {
    title: ({ connect }) => connect.title,
    reads: async ({ page, language }) => {
      const { connect } = textsOf(language);
      await expect(page.getByRole('combobox', { name: connect.family.label })).toBeVisible();
    },
  },
  '/management/setting/door': listed('device-doors', 'door', 'name'),
  '/management/setting/door-device': listed('door-devices', 'doorDevice', 'address'),
  '/management/setting/decoder': listed('decoders', 'decoder', 'name'),
  '/management/setting/decoder-editor': {
    title: ({ connect }) => connect.decoder.title,
    reads: async ({ page, language }) => {
      const { decoder } = textsOf(language).connect;
      await expect(page.getByRole('textbox', { name: decoder.source })).toHaveValue(/decodeUplink/);
    },
  },
  '/management/setting/labels': {
    title: ({ connect }) => connect.labels.title,
    reads: async ({ page, language }) => {
      await expect(page.getByRole('main')).toContainText(textsOf(language).connect.labels.empty);
    },
  },
  '/management/organization/facts': listed('facility-facts', 'facilityFacts', 'valid_from', {
    // English screens write the year last.
    cell: ({ valid_from }) => textOf(valid_from).slice(0, 4),
  }),
  '/management/master/limit': listed('own-limits', 'ownLimit', 'pack_name'),
  '/management/setting/unregistered': listed('unregistered', 'unregisteredMeter', 'code'),
  '/management/setting/sensor': listed('sensors', 'settingSensor', 'type', {
    cell: ({ type }, { admin }) => admin.choice.sensor_type[sensorPhraseKey(type as SensorType)],
  }),
  '/management/setting/sterilizer': listed('purifiers', 'sterilizer', 'meter_name'),
  '/management/setup': {
    title: ({ admin }) => admin.setup.title,
    reads: async ({ page, language }) => {
      const { step } = textsOf(language).admin.setup;
      for (const { title } of Object.values(step)) {
        await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
      }
    },
  },
  '/management/control/controlair': purifiers('controlAir', 'control/purifiers', ({ admin }) => admin.field.air_name),
  '/management/control/automodeair': purifiers(
    'autoModeAir',
    'control/auto-modes',
    ({ autoMode }) => autoMode.column.name,
  ),
  '/management/setting/wall': listed('wall-displays', 'wallDisplay', 'name'),
  '/management/setting/maintenance': listed('maintenance-windows', 'maintenance', 'reason'),
  '/management/control/timetable': listed('timetables', 'timetable', 'name'),
  '/management/notice/notice': listed('notices', 'notice', 'content'),
  '/management/notice/nrule': listed('notification-rules', 'notificationRule', 'name'),
  '/management/notice/reports': listed('report-schedules', 'reportSchedule', 'office_name'),
  '/management/notice/nlog': listed('notifications', 'notification', 'receiver'),
  '/management/system/installation': {
    title: ({ installation }) => installation.title,
    reads: async ({ page, role, language }) => {
      const { disk } = await askApi<{ disk: { database_bytes: number | null } }>(role, 'installation', { language });
      const { health, disk: texts } = textsOf(language).installation;
      await expect(page.getByRole('region', { name: health.title })).toContainText(health.name.work);
      await expect(page.getByRole('region', { name: texts.title })).toContainText(
        disk.database_bytes === null ? '–' : /\d/,
      );
    },
  },
};
