import { dayRangeOf } from '@airdeck/contract/history/query';
import { getMeterSeries, getSensorSeries } from '@airdeck/contract/history/routes';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { localName } from '../../../registry/registry.ts';
import type { Sensor } from '../../../registry/snapshot.ts';
import { sendJson } from '../list/answer-list.ts';
import type { ContextsOf } from '../request/contexts.ts';
import { findMeter, findSensor } from '../request/filter.ts';
import { loadSeries, seriesText } from './series.ts';
import type { SeriesItem } from './series-item.ts';

const sensorItem = ({ id, name, meter, type, channel }: Sensor): SeriesItem => ({
  id,
  name,
  meter,
  measure: type,
  channels: [channel],
});

const atLeastOne = <T>([first, ...rest]: readonly T[]): [T, ...T[]] => {
  if (first === undefined) throw new Failure('INVALID_PARAMETER');
  return [first, ...rest];
};

export const addSeriesRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getMeterSeries, async (call) => {
    const { query, reply } = call;
    const { measure, meterId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const answer = await contextsOf(call).inSnapshot((context) => {
      const items = [...new Set(meterId)].map((id): SeriesItem => {
        const meter = findMeter(context, id);
        const sensors = [...meter.sensors.values()].filter(({ type }) => measure === 'INDEX' || type === measure);
        const channels = sensors.map(({ channel }) => channel);
        return { id, name: localName(meter, context.language), meter, measure, channels };
      });
      return loadSeries(context, { days, measure, step, weeksAgo, items: atLeastOne(items) });
    });
    return sendJson(reply, seriesText(answer));
  });

  addRoute(http, getSensorSeries, async (call) => {
    const { query, reply } = call;
    const { sensorId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const answer = await contextsOf(call).inSnapshot((context) => {
      const items = atLeastOne([...new Set(sensorId)].map((id) => sensorItem(findSensor(context, id))));
      const { measure } = items[0];
      if (items.some((item) => item.measure !== measure)) {
        throw new Failure('INVALID_PARAMETER', { sensorId: 'OTHER_TYPE' });
      }
      return loadSeries(context, { days, measure, step, weeksAgo, items });
    });
    return sendJson(reply, seriesText(answer));
  });
};
