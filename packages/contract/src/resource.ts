import type { Entity } from '@airdeck/domain/policy/policies';
import { z } from 'zod';
import { EXPORTED, exportFile, fileAnswer } from './export-file.ts';
import { done, idText, timeZone, version } from './field.ts';
import { paged } from './paging.ts';
import { route } from './route.ts';

/** Query of a deletion: the version that the editor saw. */
export const seenVersion = z.object({
  version: z
    .string()
    .regex(/^\d{1,10}$/, 'INVALID')
    .transform(Number)
    .pipe(version),
});

interface ResourceOptions<
  Item extends z.ZodType,
  Added extends z.ZodObject,
  Edited extends z.ZodObject,
  Query extends z.ZodType,
> {
  /** `/offices` */
  path: `/${string}`;
  entity: Entity;
  /** Name of a row in the API document. */
  what: readonly [one: string, many: string];
  /** A row as the server shows it. */
  item: Item;
  /** Fields that a person enters for a new row, and for an existing one. */
  added: Added;
  edited: Edited;
  query: Query;
}

/** The list's own query without its pages; times are written on the clock of `timeZone`, else of the viewer's organization. */
const exportQuery = (query: z.ZodType): z.ZodObject => {
  if (!(query instanceof z.ZodObject)) throw new Error('A list is asked for with named fields');
  const { page: _, size: __, ...filters } = query.shape;
  return exportFile.extend({ timeZone: timeZone.optional(), ...filters });
};

/**
 * The routes of a resource: list, export, read, add, edit, remove. Edit and remove send the version that the user saw, and
 * answer EDITED_MEANWHILE when it is no longer current.
 */
export const resource = <
  Item extends z.ZodType,
  Added extends z.ZodObject,
  Edited extends z.ZodObject,
  Query extends z.ZodType,
>(
  options: ResourceOptions<Item, Added, Edited, Query>,
) => {
  const { path, entity, item, added, edited, query } = options;
  const [one, many] = options.what;
  const params = z.object({ id: idText });
  return {
    list: route({
      method: 'GET',
      path,
      access: { action: 'read', entity },
      summary: `Lists ${many}`,
      query,
      answer: paged(item),
    }),
    export: route({
      method: 'GET',
      path: `${path}/export`,
      access: { action: 'read', entity },
      isLong: true,
      summary: `Lists ${many} ${EXPORTED}`,
      query: exportQuery(query),
      answer: fileAnswer,
    }),
    read: route({
      method: 'GET',
      path: `${path}/:id`,
      access: { action: 'read', entity },
      summary: `Reads ${one}`,
      params,
      answer: item,
    }),
    add: route({
      method: 'POST',
      path,
      access: { action: 'create', entity },
      summary: `Adds ${one}`,
      body: added,
      answer: item,
    }),
    edit: route({
      method: 'PUT',
      path: `${path}/:id`,
      access: { action: 'write', entity },
      summary: `Replaces ${one}`,
      params,
      body: edited.safeExtend({ version }),
      answer: item,
    }),
    remove: route({
      method: 'DELETE',
      path: `${path}/:id`,
      access: { action: 'delete', entity },
      summary: `Deletes ${one}`,
      params,
      query: seenVersion,
      answer: done,
    }),
  };
};
