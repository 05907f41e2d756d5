import { hasInvisible, toName } from '@airdeck/domain/text-form';
import { z } from 'zod';
import { done, exactLine, id, idText, instant, line, text } from '../field.ts';
import { route } from '../route.ts';

/** Addresses of the screens that can be saved begin with one of these. */
const ROOTS = ['/monitoring/', '/current/', '/management/'];

/** A fragment, what browsers read as a slash, what does not show, and what climbs out of the root. */
const UNSAFE = /[#\\\p{C}]|\/\.{1,2}(\/|\?|$)/u;

/** Whether a text is the address of a screen of this console, path and query: it can lead to no other host. */
const isScreenAddress = (address: string): boolean =>
  ROOTS.some((root) => address.startsWith(root)) && !UNSAFE.test(address);

/** Maximum number of views of a user. */
export const MAX_SAVED_VIEWS = 50;
export const MAX_VIEW_NAME = 40;
export const MAX_VIEW_ADDRESS = 2_000;

/** Free text: people write "3층, 오후 (PM2.5)". */
const viewName = line(MAX_VIEW_NAME)
  .overwrite(toName)
  .min(1, 'REQUIRED')
  .refine((value) => !hasInvisible(value), 'INVISIBLE_CHARACTER');
const address = exactLine(MAX_VIEW_ADDRESS)
  .min(1, { error: 'REQUIRED', abort: true })
  .refine(isScreenAddress, 'INVALID');

export const savedViewName = z.object({ name: viewName });
export const newSavedView = savedViewName.extend({ address });
export type NewSavedView = z.infer<typeof newSavedView>;

/** A saved state of a screen. */
export const savedView = z.object({ id, name: text, address: text, created_time: instant });
export type SavedView = z.infer<typeof savedView>;

const params = z.object({ id: idText });
const write = { action: 'write', entity: 'account' } as const;

export const listSavedViews = route({
  method: 'GET',
  path: '/saved-views',
  access: { action: 'read', entity: 'account' },
  summary: "The user's saved views, by name",
  answer: z.object({ views: z.array(savedView) }),
});

export const addSavedView = route({
  method: 'POST',
  path: '/saved-views',
  access: write,
  summary: `Saves a screen's address under a name; at most ${MAX_SAVED_VIEWS}`,
  body: newSavedView,
  answer: savedView,
});

export const renameSavedView = route({
  method: 'PUT',
  path: '/saved-views/:id/name',
  access: write,
  summary: 'Renames a saved view',
  params,
  body: savedViewName,
  answer: savedView,
});

export const deleteSavedView = route({
  method: 'DELETE',
  path: '/saved-views/:id',
  access: write,
  summary: 'Deletes a saved view',
  params,
  answer: done,
});
