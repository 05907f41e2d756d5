import type { ChoiceMeter } from '@airdeck/contract/history/schema';

/** For tests: a meter in department 4, office 3, organization 2, with two sensors and a purifier. */
export const sampleMeter = (change: Partial<ChoiceMeter> = {}): ChoiceMeter => {
  const id = change.id ?? 7;
  return {
    id,
    name: '로비',
    organization_id: 2,
    organization_name: '한빛초등학교',
    office_id: 3,
    office_name: '본관',
    department_id: 4,
    department_name: '1층',
    time_zone: 'Asia/Seoul',
    interval_s: 60,
    sensors: [
      { id: id * 10, type: 'CO2', sequence: 1, name: 'CO2 1' },
      { id: id * 10 + 1, type: 'PM2.5', sequence: 1, name: 'PM2.5 1' },
    ],
    purifiers: [{ id: id * 100, name: '청정기 1' }],
    ...change,
  };
};

/** Two meters of one department, one of another office, and one of another organization. */
export const sampleMeters = (): ChoiceMeter[] => [
  sampleMeter(),
  sampleMeter({ id: 8, name: '교무실' }),
  sampleMeter({
    id: 9,
    name: '체육관',
    office_id: 30,
    office_name: '별관',
    department_id: 40,
    department_name: '체육관 1층',
  }),
  sampleMeter({
    id: 50,
    name: '병동',
    organization_id: 5,
    organization_name: '서울중앙병원',
    office_id: 51,
    office_name: '본원',
    department_id: 52,
    department_name: '3층',
  }),
];
