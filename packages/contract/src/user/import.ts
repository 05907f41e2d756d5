import { z } from 'zod';
import { importRoutes, organizationOfRow } from '../import-file.ts';
import { userFields } from './schema.ts';

/** An account without a role may read, and change nothing. */
export const userRow = z.object({
  organization_code: organizationOfRow,
  ...userFields.shape,
  authority: userFields.shape.authority.default('LOCAL_USER'),
});
export type UserRow = z.infer<typeof userRow>;

export const userImport = importRoutes({ path: '/users', entity: 'users', what: 'users', row: userRow });
