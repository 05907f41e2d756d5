import { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { CONNECTIONS, localServer, localServerFields, newLocalServer } from './schema.ts';

export const LOCAL_SERVER_ORDERS = [
  'organization_name',
  'name',
  'ip',
  'port',
  'account',
  'tls',
  'connection',
  'last_message_time',
  'use',
  ...STAMP_ORDERS,
] as const;
export const localServersQuery = listQuery(LOCAL_SERVER_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  use: yesNo.optional(),
  connection: z.enum(CONNECTIONS).optional(),
});
export type LocalServersQuery = z.infer<typeof localServersQuery>;

export const localServers = resource({
  path: '/local-servers',
  entity: 'local_servers',
  what: ['a local server', 'local servers: MQTT brokers at sites'],
  item: localServer,
  added: newLocalServer,
  edited: localServerFields,
  query: localServersQuery,
});
