import { defineMeter } from '../define-meter.ts';
import type { DemoMeter, DemoOrganization } from '../site.ts';

function ward(number: number, people: number): DemoMeter {
  return defineMeter({
    code: `SC-W${number}`,
    names: [`${number}호 병실`, `Ward ${number}`],
    kind: 'ward',
    volume_m3: 110,
    people,
    purifiers: [{ model: 'Clair 45' }],
  });
}

export const HOSPITAL: DemoOrganization = {
  code: '10000002',
  name: '서울중앙병원',
  name_en: 'Seoul Central Hospital',
  address: '서울특별시 종로구 율곡로 88',
  latitude: 37.5759,
  longitude: 126.9849,
  offices: [
    {
      name: '외래동',
      name_en: 'Outpatient Building',
      departments: [
        {
          name: '원무부',
          name_en: 'Reception',
          meters: [
            defineMeter({
              code: 'SC-LOBBY',
              names: ['중앙 로비', 'Main Lobby'],
              kind: 'hospital-lobby',
              volume_m3: 2800,
              people: 160,
              sensors: { CO2: 2, 'PM2.5': 2, PM10: 2, TEMPERATURE: 3, HUMIDITY: 2 },
              purifiers: [{ model: 'Clair 180', count: 2 }],
            }),
            defineMeter({
              code: 'SC-OFFICE',
              names: ['원무과 사무실', 'Admissions Office'],
              kind: 'office',
              volume_m3: 260,
              people: 20,
            }),
          ],
        },
        {
          name: '내과',
          name_en: 'Internal Medicine',
          meters: [
            defineMeter({
              code: 'SC-IM-WAIT',
              names: ['내과 대기실', 'Internal Medicine Waiting Room'],
              kind: 'outpatient',
              volume_m3: 320,
              people: 36,
              purifiers: [{ model: 'Clair 90', hours: [7, 19] }],
            }),
            defineMeter({
              code: 'SC-IM-1',
              names: ['내과 1진료실', 'Internal Medicine Room 1'],
              kind: 'outpatient',
              volume_m3: 60,
              people: 4,
              purifiers: [{ model: 'Clair 45', hours: [8, 18], filter: 'DUE' }],
            }),
          ],
        },
        {
          name: '소아청소년과',
          name_en: 'Paediatrics',
          meters: [
            defineMeter({
              code: 'SC-PED-WAIT',
              names: ['소아청소년과 대기실', 'Paediatrics Waiting Room'],
              kind: 'outpatient',
              volume_m3: 280,
              people: 34,
              sensors: { CO2: 2 },
              purifiers: [{ model: 'Clair 90', hours: [7, 19] }],
            }),
          ],
        },
        {
          name: '응급의료센터',
          name_en: 'Emergency Centre',
          meters: [
            defineMeter({
              code: 'SC-ER',
              names: ['응급실', 'Emergency Room'],
              kind: 'emergency',
              volume_m3: 900,
              people: 50,
              sensors: { CO2: 2, TEMPERATURE: 2 },
              purifiers: [{ model: 'Clair 180' }],
            }),
            defineMeter({
              code: 'SC-ER-WAIT',
              names: ['응급실 대기실', 'Emergency Waiting Room'],
              kind: 'emergency',
              volume_m3: 240,
              people: 28,
              purifiers: [{ model: 'Clair 45' }],
            }),
          ],
        },
      ],
    },
    {
      name: '입원동',
      name_en: 'Inpatient Building',
      departments: [
        { name: '5병동', name_en: 'Ward Floor 5', meters: [ward(501, 7), ward(502, 8)] },
        { name: '6병동', name_en: 'Ward Floor 6', meters: [ward(601, 6), ward(602, 8)] },
        {
          name: '중앙진료부',
          name_en: 'Central Care',
          meters: [
            defineMeter({
              code: 'SC-ICU',
              names: ['중환자실', 'Intensive Care Unit'],
              kind: 'intensive-care',
              volume_m3: 620,
              people: 26,
              sensors: { TEMPERATURE: 2, HUMIDITY: 2 },
            }),
            defineMeter({
              code: 'SC-OR-1',
              names: ['수술실 1', 'Operating Room 1'],
              kind: 'operating-room',
              volume_m3: 150,
              people: 8,
              sensors: { 'PM2.5': 2, 'PM1.0': 2 },
            }),
            defineMeter({
              code: 'SC-LAB',
              names: ['진단검사실', 'Laboratory'],
              kind: 'laboratory',
              volume_m3: 300,
              people: 14,
              sensors: { HCHO: 2 },
              purifiers: [{ model: 'Clair 45', mode: 'MEDIUM', filter: 'NEGLECTED' }],
            }),
          ],
        },
        {
          name: '편의시설',
          name_en: 'Amenities',
          meters: [
            defineMeter({
              code: 'SC-CAFETERIA',
              names: ['병원 식당', 'Hospital Cafeteria'],
              kind: 'hospital-cafeteria',
              volume_m3: 850,
              people: 120,
              sensors: { 'PM2.5': 2, CO2: 2 },
              purifiers: [{ model: 'Clair 180', hours: [6, 21] }],
            }),
          ],
        },
      ],
    },
  ],
};
