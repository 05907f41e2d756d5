import { defineMeter } from '../define-meter.ts';
import type { DemoMeter, DemoOrganization } from '../site.ts';

const LESSONS = [8, 17] as const;

function classroom(grade: number, number: number, people: number): DemoMeter {
  return defineMeter({
    code: `HB-${grade}-${number}`,
    names: [`${grade}학년 ${number}반`, `Class ${grade}-${number}`],
    kind: 'classroom',
    volume_m3: 185,
    people,
    purifiers: [{ model: 'Clair 45', hours: LESSONS }],
  });
}

export const SCHOOL: DemoOrganization = {
  code: '10000001',
  name: '한빛초등학교',
  name_en: 'Hanbit Elementary School',
  address: '서울특별시 마포구 월드컵로 212',
  latitude: 37.5663,
  longitude: 126.9014,
  offices: [
    {
      name: '본관',
      name_en: 'Main Building',
      departments: [
        { name: '1학년', name_en: 'Grade 1', meters: [classroom(1, 1, 22), classroom(1, 2, 23)] },
        {
          name: '3학년',
          name_en: 'Grade 3',
          meters: [classroom(3, 1, 25), classroom(3, 2, 26), classroom(3, 3, 24)],
        },
        { name: '5학년', name_en: 'Grade 5', meters: [classroom(5, 1, 27), classroom(5, 2, 28)] },
        {
          name: '교무행정',
          name_en: 'Administration',
          meters: [
            defineMeter({
              code: 'HB-STAFF',
              names: ['교무실', 'Staff Room'],
              kind: 'staff-room',
              volume_m3: 240,
              people: 18,
              purifiers: [{ model: 'Clair 45', hours: [7, 19] }],
            }),
            defineMeter({
              code: 'HB-NURSE',
              names: ['보건실', 'Nurse Room'],
              kind: 'nurse-room',
              volume_m3: 120,
              people: 6,
              purifiers: [{ model: 'Clair 45', mode: 'WEAK' }],
            }),
          ],
        },
      ],
    },
    {
      name: '별관',
      name_en: 'Annex',
      departments: [
        {
          name: '급식실',
          name_en: 'School Meals',
          meters: [
            defineMeter({
              code: 'HB-KITCHEN',
              names: ['조리실', 'Kitchen'],
              kind: 'kitchen',
              volume_m3: 320,
              people: 9,
              interval_s: 10,
              sensors: { 'PM2.5': 2, PM10: 2, TEMPERATURE: 2 },
              purifiers: [{ model: 'Clair 180' }],
            }),
            defineMeter({
              code: 'HB-CAFETERIA',
              names: ['식당', 'Cafeteria'],
              kind: 'cafeteria',
              volume_m3: 900,
              people: 140,
              sensors: { CO2: 2, TEMPERATURE: 2, HUMIDITY: 2 },
              purifiers: [{ model: 'Clair 90', count: 2, hours: [10, 15] }],
            }),
          ],
        },
        {
          name: '특별실',
          name_en: 'Special Rooms',
          meters: [
            defineMeter({
              code: 'HB-SCIENCE',
              names: ['과학실', 'Science Room'],
              kind: 'science-room',
              volume_m3: 260,
              people: 26,
              sensors: { HCHO: 2 },
              purifiers: [{ model: 'Clair 45', hours: LESSONS }],
            }),
            defineMeter({
              code: 'HB-LIBRARY',
              names: ['도서관', 'Library'],
              kind: 'library',
              volume_m3: 420,
              people: 40,
              sensors: { HCHO: 2, HUMIDITY: 2 },
              purifiers: [{ model: 'Clair 90', hours: LESSONS }],
            }),
            defineMeter({
              code: 'HB-CARE',
              names: ['돌봄교실', 'After-School Care'],
              kind: 'care-room',
              volume_m3: 180,
              people: 20,
              purifiers: [{ model: 'Clair 45', hours: [8, 19] }],
            }),
          ],
        },
        {
          name: '체육관',
          name_en: 'Gymnasium',
          meters: [
            defineMeter({
              code: 'HB-GYM',
              names: ['실내 체육관', 'Sports Hall'],
              kind: 'gym',
              volume_m3: 3200,
              people: 80,
              sensors: { CO2: 2, PM10: 2, 'PM2.5': 2, TEMPERATURE: 2 },
              purifiers: [{ model: 'Clair 180', count: 2, hours: [8, 18] }],
            }),
            defineMeter({
              code: 'HB-HALL',
              names: ['현관 홀', 'Entrance Hall'],
              kind: 'school-hall',
              volume_m3: 600,
              people: 60,
              sensors: { HCHO: 0 },
            }),
          ],
        },
      ],
    },
  ],
};
