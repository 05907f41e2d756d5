import { askApi } from './session.ts';

interface Listed {
  content: { id: number; code: string }[];
}

interface Placed {
  purifiers: { id: number; organization_name: string }[];
}

const HOSPITAL = '서울중앙병원';

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
