import { z } from 'zod';
import { deviceCode, id, idText, namePart, STAMP_ORDERS, stamps, text } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { route } from '../route.ts';
import { deviceCredential } from './schema.ts';

export const newGateway = z.object({ organization_id: id, code: deviceCode });
export type NewGateway = z.infer<typeof newGateway>;

/** Its last report of itself; a gateway need not send any. */
export const GATEWAY_CONNECTIONS = ['CONNECTED', 'DISCONNECTED'] as const;

export const gateway = z.object({
  id,
  organization_id: id,
  organization_name: text,
  code: text,
  connection: z.enum(GATEWAY_CONNECTIONS).nullable(),
  /** Last login; null: none yet. */
  last_connected_time: z.iso.datetime({ offset: true }).nullable(),
  /** Meters that spoke through it last. */
  meter_count: z.int(),
  ...stamps,
});
export type Gateway = z.infer<typeof gateway>;

export const GATEWAY_ORDERS = ['organization_name', 'code', 'last_connected_time', ...STAMP_ORDERS] as const;
export const gatewaysQuery = listQuery(GATEWAY_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
});
export type GatewaysQuery = z.infer<typeof gatewaysQuery>;

const { list, read, add, remove } = resource({
  path: '/gateways',
  entity: 'gateways',
  what: ['a gateway', 'gateways, which may publish for every device of their organization'],
  item: gateway,
  added: newGateway,
  edited: z.object({}),
  query: gatewaysQuery,
});
/** A gateway has nothing but its code and its secret. Removing it revokes the secret. */
export const gateways = {
  list,
  read,
  add: { ...add, answer: gateway.extend({ credential: deviceCredential }) },
  remove,
};

export const renewGatewaySecret = route({
  method: 'POST',
  path: '/gateways/:id/secret',
  access: { action: 'write', entity: 'gateways' },
  summary: 'Renews the secret of a gateway; closes the connection with the old one',
  params: z.object({ id: idText }),
  answer: z.object({ credential: deviceCredential }),
});
