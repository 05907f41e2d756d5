import type { SensorCourse, SensorNow } from '@airdeck/contract/monitoring/schema';

/** A sensor's minutes with its newest reading; what is not newer, or of another day, changes nothing. */
export function mergeCourse(course: SensorCourse, { time, value }: SensorNow): SensorCourse {
  if (time === null || value === null) return course;
  const at = Math.floor(Date.parse(time) / 1000);
  const last = course.today.times.at(-1) ?? Date.parse(course.day_start) / 1000 - 1;
  if (at <= last || at * 1000 >= Date.parse(course.day_end)) return course;
  const { times, values } = course.today;
  return { ...course, today: { times: [...times, at], values: [...values, value] } };
}
