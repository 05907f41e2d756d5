import type { BulkEditRoute } from '@airdeck/contract/bulk-edit';
import type { ListQuery } from '@airdeck/contract/paging';
import type { resource } from '@airdeck/contract/resource';
import type { z } from 'zod';
import { pageAnswer } from '../platform/db/read-page.ts';
import { addRoute, type RouteSettings } from '../platform/http/add-route.ts';
import type { Http } from '../platform/http/create-http.ts';
import { languageOf } from '../platform/http/request-language.ts';
import { createResource, type EditedTogether, type Resource, type ResourceDeps } from './resource.ts';
import type { Editable, ResourceTable } from './resource-table.ts';

/** The routes of a contract `resource`; some have fewer. */
export type ResourceContract<
  I extends z.ZodType<object>,
  A extends z.ZodObject,
  E extends z.ZodObject,
  Q extends z.ZodType<{ size: number }>,
> = Pick<ReturnType<typeof resource<I, A, E, Q>>, 'list' | 'read'> & Partial<ReturnType<typeof resource<I, A, E, Q>>>;

/** Adds the routes of a contract `resource`. Operations that the contract lacks get no route. */
export const addResourceRoutes = <
  I extends z.ZodType<object>,
  A extends z.ZodObject,
  E extends z.ZodObject,
  Q extends z.ZodType<{ size: number }>,
>(
  http: Http,
  routes: ResourceContract<I, A, E, Q>,
  { list, read, add, edit, remove }: Resource<z.output<I>, z.output<A>, z.output<E>, z.output<Q>>,
  settings: RouteSettings = {},
): void => {
  addRoute(http, routes.list, async ({ query, scope, request, who }) => {
    const { rows, total } = await list(scope, query, languageOf(request, who));
    return pageAnswer(rows, total, query.size) as z.output<typeof routes.list.answer>;
  });
  addRoute(
    http,
    routes.read,
    ({ params, scope, request, who }) => read(scope, params.id, languageOf(request, who)),
    settings,
  );
  if (routes.add) addRoute(http, routes.add, ({ body, scope, editor }) => add(editor, scope, body));
  if (routes.edit) {
    addRoute(
      http,
      routes.edit,
      ({ params, body, scope, editor }) =>
        // The body is the edited fields plus a version, which the compiler cannot infer through the generic schema.
        edit(editor, scope, params.id, body as z.output<E> & { version: number }),
      settings,
    );
  }
  if (routes.remove) {
    addRoute(
      http,
      routes.remove,
      async ({ params, query, scope, editor }) => {
        await remove(editor, scope, params.id, query.version);
        return {};
      },
      settings,
    );
  }
};

/** Adds the routes of a resource that is nothing but rows of a table. */
export const addResource = <
  I extends z.ZodType<object>,
  A extends z.ZodObject,
  E extends z.ZodObject,
  Row extends Editable & Record<string, unknown>,
  Order extends string,
  Q extends z.ZodType<ListQuery<Order>>,
>(
  http: Http,
  deps: ResourceDeps,
  routes: ResourceContract<I, A, E, Q>,
  table: ResourceTable<Row, z.output<I>, z.output<A>, z.output<E>, z.output<Q>, Order>,
): void => {
  const { notFound } = table;
  addResourceRoutes(http, routes, createResource(deps, table), notFound === undefined ? {} : { notFound });
};

/** Adds the route that changes fields of several rows of a resource. */
export const addBulkEdit = (http: Http, { names, send }: BulkEditRoute, { editMany }: EditedTogether): void =>
  addRoute(http, send, ({ query, body, scope, editor }) =>
    editMany(editor, scope, { rows: body.rows, fields: body.fields, names, commit: query.commit === 'Y' }),
  );
