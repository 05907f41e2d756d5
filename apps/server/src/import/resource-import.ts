import { type importRoutes, MAX_IMPORT_BYTES, MAX_IMPORT_MS, MAX_SEEN_BYTES } from '@airdeck/contract/import-file';
import { organizationOf, scopeOf } from '@airdeck/domain/policy/may';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Column } from '../export/column.ts';
import type { Exports } from '../export/exports.ts';
import type { Personal } from '../export/resource-export.ts';
import { sendExport } from '../export/send-export.ts';
import { fieldLabel, type Texts, textsOf, wordsOf } from '../export/texts.ts';
import { acceptFiles } from '../platform/http/accept-files.ts';
import { addRoute } from '../platform/http/add-route.ts';
import type { Http } from '../platform/http/create-http.ts';
import { Failure } from '../platform/http/failure.ts';
import { languageOf } from '../platform/http/request-language.ts';
import type { Registry } from '../registry/registry.ts';
import { fieldKind } from '../resource/field-kind.ts';
import { type ImportDeps, importRows } from './import-rows.ts';
import type { ImportTable } from './import-table.ts';
import { isNeeded } from './parse-rows.ts';
import { readSeen, type Seen } from './seen.ts';

export interface ResourceImportOptions extends ImportDeps {
  registry: Registry;
  exports: Exports;
  /** Monotonic milliseconds, for measuring durations. */
  monotonic(): number;
}

type Routes<Row extends z.ZodObject> = ReturnType<typeof importRoutes<Row>>;

const FILE_TYPE = 'application/octet-stream';
const PARTS_TYPE = 'multipart/form-data';
/** Maximum number of files in memory, including uploads in progress. */
const MAX_HELD = 4;

async function* noRows(): AsyncGenerator<never[]> {}

/** The label of a column, the values that it takes, and a star where it must be filled in. */
const templateHeading = (schema: z.ZodObject, name: string, texts: Texts): string => {
  const kind = fieldKind(schema.shape[name] as z.ZodType);
  const values = kind.kind === 'choice' ? kind.options.map((option) => wordsOf(texts, name, option)[0] ?? option) : [];
  const note = values.length === 0 ? '' : ` (${values.join(' / ')})`;
  return `${fieldLabel(texts, name) ?? name}${note}${isNeeded(schema, name) ? ' *' : ''}`;
};

const templateColumns = (schema: z.ZodObject, texts: Texts): Column<never>[] =>
  Object.keys(schema.shape).map((name) => {
    const header = templateHeading(schema, name, texts);
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

interface Sent {
  file: Buffer;
  seen: Seen | null;
}

/** The parts of a body: `file`, and what the preview has seen of its rows. @throws Failure INVALID_FILE, FILE_TOO_BIG */
const partsOf = async (body: Buffer, type: string): Promise<Sent> => {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch(() => undefined);
  const [file, seen] = [form?.get('file'), form?.get('seen')];
  if (!(file instanceof Blob) || typeof seen !== 'string') throw new Failure('INVALID_FILE');
  if (file.size > MAX_IMPORT_BYTES || seen.length > MAX_SEEN_BYTES) throw new Failure('FILE_TOO_BIG');
  return { file: Buffer.from(await file.arrayBuffer()), seen: readSeen(seen) };
};

const sentOf = async ({ body, headers }: FastifyRequest): Promise<Sent> => {
  if (!Buffer.isBuffer(body)) throw new Failure('INVALID_FILE');
  const type = headers['content-type'] ?? '';
  return type.startsWith(PARTS_TYPE) ? partsOf(body, type) : { file: body, seen: null };
};

/** Adds the routes for a resource's template and its import. `personal`: its preview shows registered people. */
export const addResourceImport = <Row extends z.ZodObject>(
  http: Http,
  { registry, exports, monotonic, ...deps }: ResourceImportOptions,
  routes: Routes<Row>,
  table: ImportTable<z.output<Row>>,
  personal: Personal | null = null,
): void => {
  addTemplate(http, exports, routes);
  // In a separate context: no other route accepts files, or bodies of this size.
  http.register(async (room) => {
    acceptFiles(room, {
      types: { [FILE_TYPE]: MAX_IMPORT_BYTES, [PARTS_TYPE]: MAX_IMPORT_BYTES + MAX_SEEN_BYTES },
      maxHeld: MAX_HELD,
      tooLarge: () => new Failure('FILE_TOO_BIG'),
    });
    addRoute(room, routes.send, async ({ query, scope, editor, who, request, reply }) => {
      // A file is of whole organizations.
      if (scope.reach === 'places') throw new Failure('ACCESS_DENIED');
      const { file, seen } = await sentOf(request);
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
      const writeScope = scopeOf(who, 'write', table.entity);
      const ownCode = organizationOf(scope) === null ? undefined : own;
      try {
        const result = await importRows(deps, routes, table, {
          ...{ file, fileName: query.file, scope, writeScope, seen },
          editor,
          ownCode,
          // The requested host: other origins are refused earlier.
          origin: request.headers.origin ?? '',
          commit: query.commit === 'Y',
          mail: 'mail' in query && query.mail === 'Y',
          check,
          onTotal: running.begin,
          onRows: running.count,
        });
        if (result.plan.changed > 0) {
          await personal?.noteAccess(editor, {
            ...{ action: 'read', entity: personal.entity, entityId: null },
            organizationId: organizationOf(scope),
            seen: { people: result.changes.length },
          });
        }
        running.end(true);
        return result;
      } catch (error) {
        running.end(false);
        throw error;
      }
    });
  });
};
