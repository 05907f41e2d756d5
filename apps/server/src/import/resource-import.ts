import { finished } from 'node:stream';
import { type importRoutes, MAX_IMPORT_BYTES, MAX_IMPORT_MS } from '@airdeck/contract/import-file';
import type { FastifyError, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Column } from '../export/column.ts';
import type { Exports } from '../export/exports.ts';
import { sendExport } from '../export/send-export.ts';
import { fieldLabel, type Texts, textsOf } from '../export/texts.ts';
import { addRoute } from '../platform/http/add-route.ts';
import type { Http } from '../platform/http/create-http.ts';
import { answerError } from '../platform/http/errors.ts';
import { Failure } from '../platform/http/failure.ts';
import { languageOf } from '../platform/http/request-language.ts';
import type { Registry } from '../registry/registry.ts';
import { type ImportDeps, importRows } from './import-rows.ts';
import type { ImportTable } from './import-table.ts';

export interface ResourceImportOptions extends ImportDeps {
  registry: Registry;
  exports: Exports;
  /** Monotonic milliseconds, for measuring durations. */
  monotonic(): number;
}

type Routes<Row extends z.ZodObject> = ReturnType<typeof importRoutes<Row>>;

const FILE_TYPE = 'application/octet-stream';
/** Maximum number of files in memory, including uploads in progress. */
const MAX_HELD = 4;

async function* noRows(): AsyncGenerator<never[]> {}

const templateColumns = ({ shape }: z.ZodObject, texts: Texts): Column<never>[] =>
  Object.keys(shape).map((name) => {
    const header = fieldLabel(texts, name) ?? name;
    return { kind: 'text', header, width: Math.max(16, header.length * 2 + 2), of: () => null };
  });

const addTemplate = <Row extends z.ZodObject>(http: Http, exports: Exports, { template, row }: Routes<Row>): void => {
  addRoute(
    http,
    template,
    ({ query, who, request, reply }) => {
      const language = languageOf(request, who);
      const running = exports.admit(who, query.exportId);
      const columns = templateColumns(row, textsOf(language));
      return sendExport(reply, { total: 0, chunks: noRows() }, { ...query, columns, language }, running);
    },
    { isFile: true },
  );
};

const fileOf = ({ body }: FastifyRequest): Buffer => {
  if (!Buffer.isBuffer(body)) throw new Failure('INVALID_FILE');
  return body;
};

/** Adds the routes for a resource's template and its import. */
export const addResourceImport = <Row extends z.ZodObject>(
  http: Http,
  { registry, exports, monotonic, ...deps }: ResourceImportOptions,
  routes: Routes<Row>,
  table: ImportTable<z.output<Row>>,
): void => {
  addTemplate(http, exports, routes);
  // In a separate context: no other route accepts files, or bodies of this size.
  http.register(async (room) => {
    room.addContentTypeParser(
      FILE_TYPE,
      { parseAs: 'buffer', bodyLimit: MAX_IMPORT_BYTES },
      async (_: FastifyRequest, body: Buffer) => body,
    );
    let held = 0;
    room.addHook('preParsing', async (_, reply) => {
      if (held >= MAX_HELD) throw new Failure('TOO_MANY_REQUESTS');
      held++;
      finished(reply.raw, () => held--);
    });
    room.setErrorHandler((error: FastifyError, request, reply) =>
      answerError(error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? new Failure('FILE_TOO_BIG') : error, request, reply),
    );
    addRoute(room, routes.send, async ({ query, scope, editor, who, request, reply }) => {
      const file = fileOf(request);
      const running = exports.admit(who, query.exportId);
      const began = monotonic();
      let isOver = false;
      running.onSessionEnd(() => {
        isOver = true;
      });
      // A client that disconnects has not seen that rows were added.
      reply.raw.once('close', () => {
        isOver ||= !reply.raw.writableFinished;
      });
      const check = (): void => {
        if (isOver) throw new Failure('INVALID_TOKEN');
        if (monotonic() - began > MAX_IMPORT_MS) throw new Failure('FILE_TOO_BIG');
      };
      const own = registry.snapshot().organizations.get(who.organizationId)?.code;
      const ownCode = scope.reach === 'all' ? undefined : own;
      try {
        const result = await importRows(deps, routes.row, table, {
          file,
          scope,
          editor,
          ownCode,
          // The requested host: other origins are refused earlier.
          origin: request.headers.origin ?? '',
          commit: query.commit === 'Y',
          check,
          onTotal: running.begin,
          onRows: running.count,
        });
        running.end(true);
        return result;
      } catch (error) {
        running.end(false);
        throw error;
      }
    });
  });
};
