import { unstoredLine } from '../field.ts';
import { paged, pageQuery } from '../paging.ts';
import { route } from '../route.ts';
import { quarantined, rejection } from './schema.ts';

const access = { action: 'read', entity: 'unregistered' } as const;
const query = pageQuery.extend({
  organizationName: unstoredLine(60).optional(),
  deviceCode: unstoredLine(32).optional(),
});

export const getRejections = route({
  method: 'GET',
  path: '/rejections',
  access,
  summary: 'Rejected readings, counted by key and reason',
  query,
  answer: paged(rejection),
});

export const getQuarantine = route({
  method: 'GET',
  path: '/quarantine',
  access,
  summary: 'Quarantined frames: of unregistered devices, from the future, from before 2020',
  query,
  answer: paged(quarantined),
});
