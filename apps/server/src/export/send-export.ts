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

/** Rows for a file. */
export interface ExportedRows<Row> {
  total: number;
  chunks: AsyncIterable<Row[]>;
}

export interface ExportFile<Row> extends SheetFile<Row> {
  format: ExportFormat;
  /** The requested name without an extension. */
  name: string;
}

/**
 * Streams all rows of a list as a file. A client that disconnects stops reading. If the rows fail, the connection is
 * cut, so that an incomplete file is not mistaken for a complete one. HTTP closes the connection of a client that does
 * not read.
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
      // A proxy that buffers answers would delay the first rows.
      'x-accel-buffering': 'no',
    })
    .send(stream);
}
