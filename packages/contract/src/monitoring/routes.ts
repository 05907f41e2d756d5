import { z } from 'zod';
import { idText, instant } from '../field.ts';
import { purifierView } from '../purifier/schema.ts';
import { route } from '../route.ts';
import { CARD_VIEWS, cardList, placeRef, sensorCourse, sensorList, treeNode } from './schema.ts';

const access = { action: 'read', entity: 'readings' } as const;

export const getCards = route({
  method: 'GET',
  path: '/monitoring/cards/:view',
  access,
  summary: 'Cards of organizations, offices, departments or meters, below `id` or all, worst first',
  params: z.object({ view: z.enum(CARD_VIEWS) }),
  query: z.object({ id: idText.optional() }),
  answer: cardList,
});

export const getSensors = route({
  method: 'GET',
  path: '/monitoring/sensors',
  access,
  summary: 'Sensors of meter `id`, or of all meters, with sparklines',
  query: z.object({ id: idText.optional() }),
  answer: sensorList,
});

export const getSensorCourse = route({
  method: 'GET',
  path: '/monitoring/sensors/:id/course',
  access,
  summary: 'Readings of a sensor today and on the same day a week ago',
  params: z.object({ id: idText }),
  answer: sensorCourse,
});

export const getPurifiers = route({
  method: 'GET',
  path: '/monitoring/purifiers',
  access,
  summary: 'Last reported states of the purifiers of meter `id`, or of all',
  query: z.object({ id: idText.optional() }),
  answer: z.object({ time: instant, path: z.array(placeRef), purifiers: z.array(purifierView) }),
});

export const getTree = route({
  method: 'GET',
  path: '/monitoring/tree',
  access,
  summary: 'Tree of organizations, offices, departments and meters, each after its parent',
  answer: z.object({ nodes: z.array(treeNode) }),
});
