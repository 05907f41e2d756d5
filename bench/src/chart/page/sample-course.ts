const START_S = Date.UTC(2025, 2, 1) / 1000;
const MINUTE_S = 60;
const DAY = 1440;
/** Minutes between two half-hour gaps of a meter. */
const SILENT_EVERY = 9_000;
const SILENT = 30;

export interface Course {
  /** Epoch seconds. */
  times: number[];
  values: number[];
}

/** A CO2-like timeline of minutes: people by day, noise, some gaps of half an hour. Deterministic for a `seed`. */
export function sampleCourse(seed: number, points: number): Course {
  let state = seed + 1;
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const course: Course = { times: [], values: [] };
  let drift = 0;
  for (let minute = 0; course.times.length < points; minute++) {
    drift = drift * 0.999 + random() * 14;
    if (minute % SILENT_EVERY < SILENT) continue;
    const people = Math.max(0, Math.sin(((minute % DAY) / DAY) * Math.PI * 2 - 1.6)) * (260 + 90 * seed);
    course.times.push(START_S + minute * MINUTE_S);
    course.values.push(Math.round(480 + 60 * seed + people + drift + random() * 30));
  }
  return course;
}
