import { defineMeter } from '../define-meter.ts';
import type { DemoMeter, DemoOrganization } from '../site.ts';

const OPEN = [9, 23] as const;

function cinema(number: number, people: number): DemoMeter {
  return defineMeter({
    code: `SB-CINEMA-${number}`,
    names: [`상영관 ${number}`, `Screen ${number}`],
    kind: 'cinema',
    volume_m3: 1600,
    people,
    sensors: { CO2: 3, TEMPERATURE: 2 },
  });
}

function store(code: string, names: readonly [string, string], volume_m3: number, people: number): DemoMeter {
  return defineMeter({
    code,
    names,
    kind: 'store',
    volume_m3,
    people,
    purifiers: [{ model: 'Clair 90', hours: OPEN }],
  });
}

function carPark(zone: string, silence: DemoMeter['silence']): DemoMeter {
  return defineMeter({
    code: `SB-PARK-${zone}`,
    names: [`지하 2층 주차장 ${zone}구역`, `Car Park B2 Zone ${zone}`],
    kind: 'car-park',
    volume_m3: 5200,
    people: 30,
    sensors: { HCHO: 0, PM10: 2 },
    silence,
  });
}

export const MALL: DemoOrganization = {
  code: '10000003',
  name: '새봄쇼핑몰',
  name_en: 'Saebom Shopping Mall',
  address: '서울특별시 송파구 올림픽로 300',
  latitude: 37.5131,
  longitude: 127.1029,
  offices: [
    {
      name: '쇼핑동',
      name_en: 'Shopping Building',
      departments: [
        {
          name: '1층',
          name_en: 'Floor 1',
          meters: [
            defineMeter({
              code: 'SB-ATRIUM',
              names: ['아트리움', 'Atrium'],
              kind: 'atrium',
              volume_m3: 9000,
              people: 420,
              sensors: { CO2: 3, 'PM2.5': 2, PM10: 2, TEMPERATURE: 3, HUMIDITY: 2 },
              purifiers: [{ model: 'Clair 180', count: 2, hours: OPEN }],
            }),
            store('SB-COSMETICS', ['화장품 매장', 'Cosmetics'], 700, 40),
          ],
        },
        {
          name: '2층',
          name_en: 'Floor 2',
          meters: [
            store('SB-WOMEN', ['여성 의류', 'Women Fashion'], 1100, 70),
            store('SB-MEN', ['남성 의류', 'Men Fashion'], 950, 50),
          ],
        },
        {
          name: '3층',
          name_en: 'Floor 3',
          meters: [
            store('SB-BOOKS', ['서점', 'Bookshop'], 1300, 90),
            defineMeter({
              code: 'SB-KIDS',
              names: ['키즈카페', 'Kids Playground'],
              kind: 'playground',
              volume_m3: 780,
              people: 85,
              sensors: { CO2: 2, PM10: 2 },
              purifiers: [{ model: 'Clair 90', count: 2, hours: [10, 20] }],
            }),
          ],
        },
        {
          name: '지하층',
          name_en: 'Basement',
          meters: [
            defineMeter({
              code: 'SB-FOODCOURT',
              names: ['푸드코트', 'Food Court'],
              kind: 'food-court',
              volume_m3: 1500,
              people: 210,
              interval_s: 10,
              sensors: { 'PM2.5': 2, PM10: 2, CO2: 2 },
              purifiers: [{ model: 'Clair 180' }, { model: 'Clair 180', count: 2, mode: 'MEDIUM' }],
            }),
            defineMeter({
              code: 'SB-MARKET',
              names: ['슈퍼마켓', 'Supermarket'],
              kind: 'supermarket',
              volume_m3: 4200,
              people: 260,
              sensors: { TEMPERATURE: 3, HUMIDITY: 3, CO2: 2 },
            }),
            carPark('A', null),
            carPark('B', { every_min: 680, for_min: 13 }),
          ],
        },
      ],
    },
    {
      name: '시네마동',
      name_en: 'Cinema Building',
      departments: [
        {
          name: '상영관',
          name_en: 'Screens',
          meters: [cinema(1, 180), cinema(2, 150), cinema(3, 120)],
        },
        {
          name: '관리사무소',
          name_en: 'Management Office',
          meters: [
            defineMeter({
              code: 'SB-CONTROL',
              names: ['방재실', 'Control Room'],
              kind: 'office',
              volume_m3: 150,
              people: 9,
              purifiers: [{ model: 'Clair 45' }],
            }),
          ],
        },
      ],
    },
  ],
};
