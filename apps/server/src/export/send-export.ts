import type { Readable } from 'node:stream';
import type { ExportFormat } from '@airdeck/contract/export-file';
import type { FastifyReply } from 'fastify';
import type { SheetFile } from './column.ts';
import { writeCsv } from './csv/write-csv.ts';
import type { RunningExport } from './exports.ts';
import { contentDisposition } from './file-name.ts';
import { createRowCursor, type RowCursor } from './row-cursor.ts';
import { writeXlsx } from './xlsx/write-xlsx.ts';

const CONTENT_TYPE: Record<ExportFormat, string> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
};

const WRITE: Record<ExportFormat, <Row>(rows: RowCursor<Row>, file: SheetFile<Row>) => Readable> = {
  xlsx: (rows, file) => writeXlsx(rows, file),
  csv: writeCsv,
};

/** Rows that become a file. */
export interface ExportedRows<Row> {
  total: number;
  chunks: AsyncIterable<Row[]>;
}

export interface ExportFile<Row> extends SheetFile<Row> {
  format: ExportFormat;
  /** Without its ending, as it was asked for. */
  name: string;
}

/**
 * Sends all rows of a list as a file while they are read. A client that leaves ends the reading. When the rows fail,
 * the connection is cut, so that a part is not taken for the whole. HTTP cuts off a client that takes nothing for long.
 */
export function sendExport<Row>(
  reply: FastifyReply,
  { total, chunks }: ExportedRows<Row>,
  file: ExportFile<Row>,
  running: RunningExport,
): FastifyReply {
  const rows = createRowCursor(chunks, running.count);
  const stream = WRITE[file.format](rows, file);
  running.begin(total);
  running.onSessionEnd(() => stream.destroy());
  stream.once('error', (error) => reply.log.error({ err: error }, 'an export failed'));
  // Before the client has the last byte.
  stream.once('end', () => running.end(true));
  stream.once('close', () => running.end(false));
  return reply
    .type(CONTENT_TYPE[file.format])
    .headers({
      'content-disposition': contentDisposition(file.name, file.format),
      'x-total-rows': total,
      // A proxy that buffers answers would keep the first rows to itself.
      'x-accel-buffering': 'no',
    })
    .send(stream);
}
