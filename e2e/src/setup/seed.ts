import { setTimeout as wait } from 'node:timers/promises';
import { DAY_MS } from '@airdeck/domain/duration';
import { RECORD } from './record.ts';
import { PLACES } from './servers.ts';
import { askApi } from './session.ts';

interface Listed {
  content: { id: number; code: string }[];
}

interface Placed {
  purifiers: { id: number; organization_name: string }[];
}

const HOSPITAL = '서울중앙병원';

/** Lets a meter send readings of any age, as an administrator does before a past is brought over. */
export const allowOldReadings = async (code: string): Promise<void> => {
  const { content } = await askApi<Listed>('SUPER_ADMIN', 'meters', { query: { code } });
  const until = new Date(Date.now() + DAY_MS).toISOString();
  const id = content.find((each) => each.code === code)?.id;
  await askApi('SUPER_ADMIN', `meters/${id}/backfill`, { method: 'PUT', body: { until } });
};

const RECORD_PATIENCE_MS = 60_000;

/** Waits for the record meter's readings. Without them many tests would fail, each at its own time-out. */
export const expectRecord = async (day: string): Promise<void> => {
  const { content } = await askApi<Listed>('SUPER_ADMIN', 'meters', { query: { code: PLACES.recordMeter.code } });
  const id = content.find(({ code }) => code === PLACES.recordMeter.code)?.id;
  const query = { meterId: String(id), startTime: day, endTime: day, size: '1' };
  for (const until = Date.now() + RECORD_PATIENCE_MS; ; await wait(500)) {
    const { totalElements } = await askApi<{ totalElements: number }>('SUPER_ADMIN', 'history/meter-readings', {
      query,
    });
    if (totalElements === RECORD.rows) return;
    if (Date.now() < until) continue;
    const quality = await askApi<object>('SUPER_ADMIN', `meters/${id}/quality`);
    throw new Error(`the record meter has ${totalElements} of ${RECORD.rows} readings: ${JSON.stringify(quality)}`);
  }
};

/** Rows for the lists that a demo begins without; where other tests count rows, there are none of these. */
export const seed = async (): Promise<void> => {
  const add = <T>(path: string, body: object) => askApi<T>('SUPER_ADMIN', path, { body });
  const { content } = await askApi<Listed>('SUPER_ADMIN', 'organizations', { query: { size: '50' } });
  const [school, hospital] = ['10000001', '10000002'].map((code) => content.find((each) => each.code === code)?.id);
  const placed = await askApi<Placed>('SUPER_ADMIN', 'monitoring/purifiers');
  const ofHospital = placed.purifiers.filter(({ organization_name }) => organization_name === HOSPITAL);
  const [told, timed] = ofHospital.map(({ id }) => id);
  await add('notices', { organization_id: school, content: '정기 점검을 합니다.', display_at_bottom: 'N' });
  const server = { organization_id: hospital, name: '병원 서버', ip: '10.9.8.1', port: 1883, use: 'N' };
  await add('local-servers', server);
  const rule = { organization_id: school, name: '시설팀', recipients: 'team@example.com', use: 'N' };
  await add('notification-rules', rule);
  await add('wall-displays', { organization_id: school, name: '현관' });
  const offices = await askApi<Listed>('SUPER_ADMIN', 'offices', {
    query: { organizationId: String(school), size: '1' },
  });
  await add('report-schedules', { office_id: offices.content[0]?.id, report_recipients: 'head@example.com', use: 'N' });
  await add('own-limits', {
    ...{ organization_id: school, pack_name: '우리 학교', type: 'CO2', limit_value: 900, averaging: 'HOUR' },
    valid_from: '2020-01-01',
  });
  const begins = Date.now() + 30 * 86_400_000;
  await add('maintenance-windows', {
    ...{ place_kind: 'organization', organization_id: hospital, reason: '정전 점검' },
    ...{ begin_time: new Date(begins).toISOString(), end_time: new Date(begins + 3_600_000).toISOString() },
  });
  const provider = {
    name: '병원 로그인',
    issuer: 'https://login.example.com',
    client_id: 'airdeck',
    client_secret: 'x',
  };
  await add('sign-on-providers', { ...provider, organization_id: hospital, use: 'N' });
  const stream = { name: 'SIEM', records: 'AUDIT', url: 'https://siem.example.com/airdeck', use: 'N' };
  await add('audit-streams', { ...stream, organization_id: hospital });
  const weekday = [{ start: '0900', end: '1800', mode: 'AUTO' }];
  const week = Array.from({ length: 7 }, (_, day) => (day < 5 ? weekday : []));
  await add('timetables', {
    organization_id: hospital,
    name: '평일',
    week,
    purifier_ids: [timed],
    use: 'N',
  });
  const batch_id = crypto.randomUUID();
  await add('control/commands', {
    purifier_ids: [told],
    command: 'FAN_SPEED',
    action: 'WEAK',
    batch_id,
  });
};
