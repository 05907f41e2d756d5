import { dayRangeOf, type Step } from '@airdeck/contract/history/query';
import { getMeterSeries, getSensorSeries } from '@airdeck/contract/history/routes';
import type { SeriesAnswer } from '@airdeck/contract/history/schema';
import type { FastifyReply } from 'fastify';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { Failure } from '../../../platform/http/failure.ts';
import { localName } from '../../../registry/registry.ts';
import type { RequestContext } from '../../../registry/request-context.ts';
import type { Sensor } from '../../../registry/snapshot.ts';
import { sendJson } from '../list/answer-list.ts';
import type { ContextsOf, RequestContexts } from '../request/contexts.ts';
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

/** Graphs with fewer points are sent as a whole. */
const MAX_WHOLE_POINTS = 20_000;

/** Readings are counted before they are read, and both in one state of the store. */
const read = <T>(contexts: RequestContexts, step: Step, run: (context: RequestContext) => Promise<T>): Promise<T> =>
  step === 'each' ? contexts.inSnapshot(run) : run(contexts.averages);

const sendSeries = (reply: FastifyReply, answer: SeriesAnswer): FastifyReply => {
  const points = answer.series.reduce((sum, { times }) => sum + times.length, 0);
  return sendJson(reply, points > MAX_WHOLE_POINTS ? seriesText(answer) : [...seriesText(answer)].join(''));
};

export const addSeriesRoutes = (http: Http, contextsOf: ContextsOf): void => {
  addRoute(http, getMeterSeries, async (call) => {
    const { query, reply } = call;
    const { measure, meterId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const answer = await read(contextsOf(call), step, async (context) => {
      const items = [...new Set(meterId)].map((id): SeriesItem => {
        const meter = findMeter(context, id);
        const sensors = [...meter.sensors.values()].filter(({ type }) => measure === 'INDEX' || type === measure);
        const channels = sensors.map(({ channel }) => channel);
        return { id, name: localName(meter, context.language), meter, measure, channels };
      });
      return loadSeries(context, { days, measure, step, weeksAgo, items: atLeastOne(items) });
    });
    return sendSeries(reply, answer);
  });

  addRoute(http, getSensorSeries, async (call) => {
    const { query, reply } = call;
    const { sensorId, step, weeksAgo = [] } = query;
    const days = dayRangeOf(query);
    const answer = await read(contextsOf(call), step, async (context) => {
      const items = atLeastOne([...new Set(sensorId)].map((id) => sensorItem(findSensor(context, id))));
      const { measure } = items[0];
      if (items.some((item) => item.measure !== measure)) {
        throw new Failure('INVALID_PARAMETER', { sensorId: 'OTHER_TYPE' });
      }
      return loadSeries(context, { days, measure, step, weeksAgo, items });
    });
    return sendSeries(reply, answer);
  });
};
