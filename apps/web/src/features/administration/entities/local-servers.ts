import { LOCAL_SERVER_ORDERS, localServers } from '@airdeck/contract/local-server/routes';
import type { Definition } from '../model/definition.ts';
import { nameOf, STAMPS, toOrganization, USE } from './places.ts';

export const LOCAL_SERVER: Definition = {
  title: 'localServer',
  entity: 'local_servers',
  routes: localServers,
  sortable: LOCAL_SERVER_ORDERS,
  filters: [USE],
  columns: [
    { name: 'name', primary: true },
    { name: 'organization_name' },
    { name: 'ip' },
    { name: 'port', kind: 'text' },
    { name: 'connection', kind: 'choice', choice: 'connection' },
    { name: 'account' },
    { name: 'has_password', kind: 'yesNo', extra: true },
    { name: 'tls', kind: 'yesNo', extra: true },
    { name: 'use', kind: 'choice', choice: 'use' },
    { name: 'description', extra: true, long: true },
    ...STAMPS,
  ],
  fields: [
    { name: 'organization_id', kind: 'reference', reference: toOrganization, required: true, onlyWhenAdded: true },
    { name: 'name', kind: 'text', required: true },
    { name: 'ip', kind: 'text', required: true, half: true },
    { name: 'port', kind: 'number', required: true, half: true },
    { name: 'account', kind: 'text', half: true },
    { name: 'account_password', kind: 'password', half: true },
    { name: 'tls', kind: 'yesNo', half: true },
    { name: 'use', kind: 'yesNo', half: true },
    { name: 'description', kind: 'multiline' },
  ],
  initial: { port: 1883, tls: 'N' },
  nameOf,
  note: 'localServer',
};
