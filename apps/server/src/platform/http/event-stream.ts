import type { FastifyReply } from 'fastify';

/** The connection of one client of server-sent events. */
export interface Sink {
  write(text: string): void;
  /** Bytes that the client has not read yet. */
  buffered(): number;
  end(): void;
}

export interface EventStream {
  sink: Sink;
  onClose(run: () => void): void;
}

/** Answers with server-sent events until either side ends them. */
export const openEventStream = (reply: FastifyReply): EventStream => {
  reply.hijack();
  const { raw } = reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
  // A proxy that buffers answers would delay the events.
  raw.setHeader('x-accel-buffering', 'no');
  raw.writeHead(200);
  return {
    sink: {
      write: (text) => raw.write(text),
      buffered: () => raw.writableLength,
      end: () => raw.end(),
    },
    onClose: (run) => raw.on('close', run),
  };
};
