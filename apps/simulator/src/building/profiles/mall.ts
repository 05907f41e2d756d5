import { EVERY_DAY, type RoomProfile } from '../profile.ts';

const store: RoomProfile = {
  timetable: {
    weekday: [
      [9.5, 10.5, 0.12],
      [10.5, 17, 0.4],
      [17, 21, 0.65],
      [21, 22, 0.25],
    ],
    saturday: [
      [9.5, 10.5, 0.15],
      [10.5, 13, 0.65],
      [13, 20, 1],
      [20, 22, 0.5],
    ],
    sunday: [
      [9.5, 10.5, 0.15],
      [10.5, 13, 0.6],
      [13, 19.5, 1],
      [19.5, 22, 0.45],
    ],
  },
  person: { co2_l_s: 0.0058, dust_mg_h: 0.5 },
  air: { infiltration: 0.2, plant: 2.2, plantOff: 0.1, windows: 0, filter: 'coarse' },
  plantHours: [9, 22.2],
  climate: { heat: 20.5, cool: 25, humidify: 0 },
  hcho: 0.02,
  sources: [{ kind: 'cleaning', strength: 1, from: 22.1, to: 22.8, days: EVERY_DAY }],
};

export const MALL_PROFILES = {
  store,
  atrium: {
    ...store,
    person: { co2_l_s: 0.0062, dust_mg_h: 1 },
    air: { infiltration: 0.8, plant: 1.8, plantOff: 0.2, windows: 0, filter: 'coarse' },
    hcho: 0.004,
  },
  supermarket: {
    ...store,
    air: { infiltration: 0.3, plant: 2, plantOff: 0.4, windows: 0, filter: 'coarse' },
    climate: { heat: 18.5, cool: 23.5, humidify: 0 },
    hcho: 0.006,
    sources: [
      { kind: 'cooking', strength: 0.4, from: 11, to: 20, days: EVERY_DAY },
      { kind: 'cleaning', strength: 0.8, from: 22.1, to: 22.8, days: EVERY_DAY },
    ],
  },
  'food-court': {
    ...store,
    timetable: {
      weekday: [
        [10.5, 11.5, 0.15],
        [11.5, 13.5, 0.85],
        [13.5, 17.5, 0.3],
        [17.5, 20, 0.75],
        [20, 21.3, 0.25],
      ],
      saturday: [
        [10.5, 11.5, 0.3],
        [11.5, 14.5, 1],
        [14.5, 17, 0.55],
        [17, 20, 0.95],
        [20, 21.3, 0.3],
      ],
      sunday: [
        [10.5, 11.5, 0.3],
        [11.5, 14.5, 1],
        [14.5, 17, 0.55],
        [17, 20, 0.9],
        [20, 21.3, 0.25],
      ],
    },
    person: { co2_l_s: 0.0058, dust_mg_h: 0.8 },
    air: { infiltration: 0.3, plant: 7, plantOff: 0.2, windows: 0, filter: 'coarse' },
    hcho: 0.006,
    sources: [
      { kind: 'cooking', strength: 4.5, from: 11, to: 14, days: EVERY_DAY },
      { kind: 'cooking', strength: 2, from: 14, to: 17, days: EVERY_DAY },
      { kind: 'cooking', strength: 4.5, from: 17, to: 20.5, days: EVERY_DAY },
      { kind: 'cleaning', strength: 1.2, from: 21.4, to: 22.2, days: EVERY_DAY },
    ],
  },
  cinema: {
    ...store,
    timetable: {
      weekday: [
        [10, 12.1, 0.15],
        [12.6, 14.8, 0.2],
        [15.3, 17.5, 0.3],
        [18.2, 20.4, 0.6],
        [20.9, 23.2, 0.5],
      ],
      saturday: [
        [10, 12.1, 0.5],
        [12.6, 14.8, 0.85],
        [15.3, 17.5, 0.95],
        [18.2, 20.4, 0.95],
        [20.9, 23.2, 0.7],
      ],
      sunday: [
        [10, 12.1, 0.5],
        [12.6, 14.8, 0.85],
        [15.3, 17.5, 0.9],
        [18.2, 20.4, 0.8],
        [20.9, 23.2, 0.4],
      ],
    },
    person: { co2_l_s: 0.005, dust_mg_h: 0.15 },
    air: { infiltration: 0.05, plant: 3.2, plantOff: 0.1, windows: 0, filter: 'fine' },
    plantHours: [9.5, 23.6],
    hcho: 0.014,
    sources: [],
  },
  playground: {
    ...store,
    timetable: {
      weekday: [[11, 19, 0.45]],
      saturday: [[10.5, 19.5, 0.95]],
      sunday: [[10.5, 19.5, 0.95]],
    },
    person: { co2_l_s: 0.008, dust_mg_h: 1.6 },
    air: { infiltration: 0.2, plant: 3.5, plantOff: 0.1, windows: 0, filter: 'fine' },
    hcho: 0.018,
  },
  'car-park': {
    ...store,
    person: { co2_l_s: 0.02, dust_mg_h: 6 },
    air: { infiltration: 1, plant: 3, plantOff: 0.8, windows: 0, filter: 'none' },
    climate: { heat: -30, cool: 60, humidify: 0 },
    hcho: 0.002,
    sources: [],
  },
} as const satisfies Record<string, RoomProfile>;
