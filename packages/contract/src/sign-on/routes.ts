import type { z } from 'zod';
import { idText, namePart, STAMP_ORDERS, yesNo } from '../field.ts';
import { listQuery } from '../paging.ts';
import { resource } from '../resource.ts';
import { newSignOnProvider, signOnFields, signOnProvider } from './schema.ts';

export const SIGN_ON_ORDERS = [
  'organization_name',
  'name',
  'issuer',
  'password_login',
  'use',
  ...STAMP_ORDERS,
] as const;
export const signOnQuery = listQuery(SIGN_ON_ORDERS).extend({
  search: namePart,
  organizationId: idText.optional(),
  use: yesNo.optional(),
});
export type SignOnQuery = z.infer<typeof signOnQuery>;

export const signOnProviders = resource({
  path: '/sign-on-providers',
  entity: 'sign_on_providers',
  what: ['a provider of single sign-on', 'providers of single sign-on'],
  item: signOnProvider,
  added: newSignOnProvider,
  edited: signOnFields,
  query: signOnQuery,
});
