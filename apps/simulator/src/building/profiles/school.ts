import { type RoomProfile, WEEKDAYS } from '../profile.ts';

const classroom: RoomProfile = {
  timetable: {
    weekday: [
      [8.5, 10.3, 0.97],
      [10.3, 10.6, 0.45],
      [10.6, 12.2, 0.97],
      [12.2, 13, 0.2],
      [13, 14.6, 0.95],
      [14.6, 16.5, 0.15],
    ],
    saturday: [],
    sunday: [],
    holidayShare: 0.08,
  },
  person: { co2_l_s: 0.0042, dust_mg_h: 0.5 },
  air: { infiltration: 0.35, plant: 1.6, plantOff: 0, windows: 3.5, filter: 'coarse' },
  plantHours: [8, 16.5],
  climate: { heat: 20.5, cool: 25.5, humidify: 0 },
  hcho: 0.012,
  sources: [{ kind: 'cleaning', strength: 1, from: 14.7, to: 15, days: WEEKDAYS, termOnly: true }],
};

const hall: RoomProfile = {
  ...classroom,
  timetable: {
    weekday: [
      [8.2, 8.8, 0.6],
      [8.8, 16, 0.15],
    ],
    saturday: [],
    sunday: [],
    holidayShare: 0.15,
  },
  person: { co2_l_s: 0.006, dust_mg_h: 1.2 },
  air: { infiltration: 0.6, plant: 1, plantOff: 0, windows: 2, filter: 'coarse' },
  hcho: 0.005,
};

export const SCHOOL_PROFILES = {
  classroom,
  'science-room': {
    ...classroom,
    timetable: {
      weekday: [
        [9, 10.3, 0.9],
        [11, 12.2, 0.9],
        [13.2, 14.6, 0.8],
      ],
      saturday: [],
      sunday: [],
      holidayShare: 0.05,
    },
    hcho: 0.018,
    sources: [{ kind: 'craft', strength: 0.5, from: 11.2, to: 11.8, days: [2, 4], termOnly: true }],
  },
  'care-room': {
    ...classroom,
    timetable: {
      weekday: [
        [8.5, 13, 0.25],
        [13, 17, 0.95],
        [17, 19, 0.5],
      ],
      saturday: [],
      sunday: [],
      holidayShare: 0.9,
    },
    plantHours: [8, 19],
  },
  library: {
    ...classroom,
    timetable: {
      weekday: [
        [8.7, 12.2, 0.25],
        [12.2, 13, 0.9],
        [13, 16.5, 0.4],
      ],
      saturday: [[10, 14, 0.2]],
      sunday: [],
      holidayShare: 0.3,
    },
    person: { co2_l_s: 0.0042, dust_mg_h: 0.2 },
    hcho: 0.02,
  },
  gym: {
    ...classroom,
    timetable: {
      weekday: [
        [9, 12.1, 0.8],
        [13, 14.6, 0.85],
        [15, 17.5, 0.4],
      ],
      saturday: [[9, 12, 0.3]],
      sunday: [],
      holidayShare: 0.15,
    },
    person: { co2_l_s: 0.014, dust_mg_h: 4 },
    air: { infiltration: 0.5, plant: 1.5, plantOff: 0, windows: 2.5, filter: 'coarse' },
    climate: { heat: 17, cool: 26.5, humidify: 0 },
    hcho: 0.006,
  },
  cafeteria: {
    ...classroom,
    timetable: {
      weekday: [
        [11.3, 13.2, 0.85],
        [13.2, 14, 0.08],
      ],
      saturday: [],
      sunday: [],
      holidayShare: 0.1,
    },
    person: { co2_l_s: 0.005, dust_mg_h: 0.9 },
    air: { infiltration: 0.5, plant: 4, plantOff: 0, windows: 2, filter: 'coarse' },
    hcho: 0.006,
    sources: [{ kind: 'cooking', strength: 1.2, from: 11, to: 13, days: WEEKDAYS, termOnly: true }],
  },
  kitchen: {
    ...classroom,
    timetable: {
      weekday: [
        [7.5, 13.5, 0.95],
        [13.5, 15.5, 0.6],
      ],
      saturday: [],
      sunday: [],
      holidayShare: 0.2,
    },
    person: { co2_l_s: 0.007, dust_mg_h: 0.6 },
    air: { infiltration: 0.5, plant: 7, plantOff: 0.3, windows: 2, filter: 'none' },
    plantHours: [7, 16],
    climate: { heat: 19, cool: 26.5, humidify: 0 },
    hcho: 0.005,
    sources: [
      { kind: 'cooking', strength: 7, from: 9, to: 11.9, days: WEEKDAYS, termOnly: true },
      { kind: 'cleaning', strength: 1.2, from: 13.6, to: 14.4, days: WEEKDAYS, termOnly: true },
    ],
  },
  'staff-room': {
    ...classroom,
    timetable: {
      weekday: [
        [8, 9, 0.8],
        [9, 14.6, 0.3],
        [14.6, 17, 0.85],
      ],
      saturday: [],
      sunday: [],
      holidayShare: 0.25,
    },
    person: { co2_l_s: 0.005, dust_mg_h: 0.3 },
    plantHours: [7.5, 17.5],
  },
  'nurse-room': {
    ...classroom,
    timetable: { weekday: [[8.5, 16.5, 0.5]], saturday: [], sunday: [], holidayShare: 0.2 },
    air: { infiltration: 0.35, plant: 2.5, plantOff: 0, windows: 3, filter: 'fine' },
    climate: { heat: 22, cool: 25, humidify: 40 },
  },
  'school-hall': hall,
} as const satisfies Record<string, RoomProfile>;
