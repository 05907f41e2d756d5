import { getLive } from '@airdeck/contract/live/event';
import { addRoute } from '../../../platform/http/add-route.ts';
import type { Http } from '../../../platform/http/create-http.ts';
import { languageOf } from '../../../platform/http/request-language.ts';
import { askerOf } from '../../../site/asker.ts';
import type { Live } from './live.ts';

/** Server-sent events, with the bearer header like any other call; the stream lasts until either side ends it. */
export const addLiveRoute = (http: Http, live: Live): void => {
  addRoute(http, getLive, ({ query, who, request, reply }) => {
    const language = languageOf(request, who);
    const enter = live.admit(who.sessionId, { asker: askerOf(who), language, view: query.view, id: query.id });
    reply.hijack();
    const { raw } = reply;
    for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
    raw.setHeader('content-type', 'text/event-stream; charset=utf-8');
    // A proxy that gathers answers would keep them to itself.
    raw.setHeader('x-accel-buffering', 'no');
    raw.writeHead(200);
    const leave = enter({
      write: (text) => raw.write(text),
      buffered: () => raw.writableLength,
      end: () => raw.end(),
    });
    raw.on('close', leave);
    return reply;
  });
  // Fastify waits for open answers when it closes, and these never end by themselves.
  http.addHook('preClose', async () => live.stop());
};
