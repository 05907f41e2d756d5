import { EVERY_DAY, type RoomProfile, WEEKDAYS } from '../profile.ts';

const ALL_DAY = [[0, 24, 0.9]] as const;

const ward: RoomProfile = {
  timetable: {
    weekday: [
      [0, 7, 0.7],
      [7, 13, 0.85],
      [13, 20, 1],
      [20, 24, 0.75],
    ],
    saturday: [
      [0, 9, 0.65],
      [9, 20, 1],
      [20, 24, 0.7],
    ],
    sunday: [
      [0, 9, 0.65],
      [9, 20, 1],
      [20, 24, 0.7],
    ],
  },
  person: { co2_l_s: 0.0045, dust_mg_h: 0.25 },
  air: { infiltration: 0.15, plant: 2.5, plantOff: 2, windows: 0.8, filter: 'fine' },
  plantHours: [0, 24],
  climate: { heat: 22.5, cool: 25, humidify: 42 },
  hcho: 0.014,
  sources: [{ kind: 'cleaning', strength: 0.8, from: 6.3, to: 6.8, days: EVERY_DAY }],
};

const outpatient: RoomProfile = {
  ...ward,
  timetable: {
    weekday: [
      [8, 9, 0.5],
      [9, 12, 0.95],
      [12, 13.3, 0.4],
      [13.3, 17, 0.85],
      [17, 18, 0.3],
    ],
    saturday: [[8.5, 12.5, 0.7]],
    sunday: [],
  },
  person: { co2_l_s: 0.0052, dust_mg_h: 0.5 },
  air: { infiltration: 0.25, plant: 3, plantOff: 0.3, windows: 0.5, filter: 'fine' },
  plantHours: [7, 18.5],
  sources: [{ kind: 'cleaning', strength: 1, from: 18.2, to: 18.8, days: WEEKDAYS }],
};

const clean: RoomProfile = {
  ...ward,
  person: { co2_l_s: 0.0055, dust_mg_h: 0.06 },
  air: { infiltration: 0.02, plant: 15, plantOff: 12, windows: 0, filter: 'hepa' },
  climate: { heat: 21, cool: 22.5, humidify: 48 },
  hcho: 0.01,
  sources: [{ kind: 'cleaning', strength: 1.5, from: 16.5, to: 17.2, days: EVERY_DAY }],
};

export const HOSPITAL_PROFILES = {
  ward,
  'hospital-lobby': {
    ...outpatient,
    timetable: {
      weekday: [
        [0, 7, 0.04],
        [7, 9, 0.5],
        [9, 17, 0.9],
        [17, 20, 0.45],
        [20, 24, 0.08],
      ],
      saturday: [
        [0, 8, 0.04],
        [8, 13, 0.7],
        [13, 20, 0.35],
        [20, 24, 0.06],
      ],
      sunday: [
        [0, 9, 0.04],
        [9, 20, 0.3],
        [20, 24, 0.05],
      ],
    },
    person: { co2_l_s: 0.006, dust_mg_h: 1 },
    air: { infiltration: 0.7, plant: 3, plantOff: 1, windows: 0, filter: 'coarse' },
    hcho: 0.006,
  },
  outpatient,
  emergency: {
    ...ward,
    timetable: {
      weekday: [
        [0, 8, 0.4],
        [8, 18, 0.6],
        [18, 24, 0.95],
      ],
      saturday: ALL_DAY,
      sunday: ALL_DAY,
    },
    person: { co2_l_s: 0.0055, dust_mg_h: 0.8 },
    air: { infiltration: 0.5, plant: 5, plantOff: 5, windows: 0, filter: 'fine' },
  },
  'intensive-care': {
    ...clean,
    timetable: { weekday: ALL_DAY, saturday: ALL_DAY, sunday: ALL_DAY },
    air: { infiltration: 0.05, plant: 8, plantOff: 8, windows: 0, filter: 'hepa' },
    climate: { heat: 23, cool: 24, humidify: 48 },
  },
  'operating-room': {
    ...clean,
    timetable: { weekday: [[8, 16.5, 0.85]], saturday: [[8, 12, 0.4]], sunday: [[10, 11, 0.2]] },
  },
  laboratory: {
    ...outpatient,
    timetable: {
      weekday: [
        [7.5, 18, 0.9],
        [18, 24, 0.2],
        [0, 7.5, 0.2],
      ],
      saturday: [[0, 24, 0.25]],
      sunday: [[0, 24, 0.2]],
    },
    air: { infiltration: 0.1, plant: 6, plantOff: 3, windows: 0, filter: 'fine' },
    hcho: 0.06,
    sources: [{ kind: 'craft', strength: 0.4, from: 14, to: 15.5, days: WEEKDAYS }],
  },
  'hospital-cafeteria': {
    ...outpatient,
    timetable: {
      weekday: [
        [7, 8.5, 0.35],
        [11.3, 13.5, 0.9],
        [17.3, 19, 0.6],
      ],
      saturday: [
        [7, 8.5, 0.25],
        [11.5, 13.3, 0.6],
        [17.3, 19, 0.4],
      ],
      sunday: [
        [7, 8.5, 0.25],
        [11.5, 13.3, 0.55],
        [17.3, 19, 0.4],
      ],
    },
    person: { co2_l_s: 0.0055, dust_mg_h: 0.8 },
    air: { infiltration: 0.4, plant: 4.5, plantOff: 0.3, windows: 1, filter: 'coarse' },
    plantHours: [6.5, 20],
    sources: [
      { kind: 'cooking', strength: 2.2, from: 10.8, to: 13, days: EVERY_DAY },
      { kind: 'cooking', strength: 1.8, from: 16.8, to: 18.5, days: EVERY_DAY },
    ],
  },
  office: {
    ...outpatient,
    timetable: {
      weekday: [
        [8.5, 12, 0.85],
        [12, 13, 0.3],
        [13, 18, 0.85],
        [18, 20, 0.2],
      ],
      saturday: [[9, 12, 0.1]],
      sunday: [],
    },
    air: { infiltration: 0.3, plant: 1.3, plantOff: 0.1, windows: 1.5, filter: 'coarse' },
    hcho: 0.022,
  },
} as const satisfies Record<string, RoomProfile>;
