import type { MeterSensors } from '@airdeck/contract/monitoring/schema';
import { queryClient } from '../../../lib/api/query-client.ts';
import { followed } from '../../../shared/long-question/followed.ts';
import { sensorCourseQuery } from '../api/queries.ts';
import { moistureQuery } from '../comfort/moisture-query.ts';
import { ventilationQuery } from '../ventilation/ventilation-query.ts';
import { worstSensor } from './sensor-rules.ts';

/**
 * Loads what the cards of a meter ask, all at once: drawn first, they would ask one after the other. It is complete when the
 * chart has its day. Long questions are not asked for a link that is only hovered.
 */
export async function prefetchCards(meter: MeterSensors, isHovered: boolean): Promise<void> {
  const { id, sensors, time_zone: timeZone } = meter;
  const types = new Set(sensors.map(({ type }) => type));
  const sensor = worstSensor(sensors);
  const course = sensor && queryClient.prefetchQuery(sensorCourseQuery(sensor.id));
  if (!isHovered) {
    if (types.has('TEMPERATURE') && types.has('HUMIDITY')) void queryClient.prefetchQuery(moistureQuery(id));
    if (types.has('CO2')) void queryClient.prefetchQuery(followed(ventilationQuery(id, timeZone, null)));
  }
  await course;
}
