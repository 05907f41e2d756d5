import { z } from 'zod';
import { yesNo } from '../field.ts';
import { importQuery, importRoutes, organizationOfRow } from '../import-file.ts';
import { managedUser, userFields } from './schema.ts';

/** An account without a role may read, and change nothing. */
export const userRow = z.object({
  organization_code: organizationOfRow,
  ...userFields.shape,
  authority: userFields.shape.authority.default('LOCAL_USER'),
});
export type UserRow = z.infer<typeof userRow>;

const routes = importRoutes({
  path: '/users',
  entity: 'users',
  what: 'users',
  row: userRow,
  key: ['organization_code', 'login'],
  item: managedUser,
});

/** With `mail`, people in use with an e-mail get their links by mail too, where the installation sends mails. */
export const userImport = {
  ...routes,
  send: { ...routes.send, query: importQuery.extend({ mail: yesNo.default('N') }) },
};
