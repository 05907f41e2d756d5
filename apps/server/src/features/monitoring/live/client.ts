import type { LiveEvent } from '@airdeck/contract/live/event';
import type { Sink } from '../../../platform/http/event-stream.ts';
import { messageOf } from './topics.ts';

export interface LiveClient {
  readonly sessionId: string;
  send(text: string): void;
  /** Sends `hello` to a client that had fallen behind, if it has caught up: it then loads again. */
  resume(hello: LiveEvent): void;
  end(lastWords: string): void;
}

/** A client with more unread bytes is sent nothing further until it catches up; then it has to load again. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export const createLiveClient = (sessionId: string, sink: Sink): LiveClient => {
  let isBehind = false;
  return {
    sessionId,
    send(text) {
      isBehind ||= sink.buffered() + text.length > MAX_BUFFERED_BYTES;
      if (!isBehind) sink.write(text);
    },
    resume(hello) {
      if (!isBehind || sink.buffered() > 0) return;
      isBehind = false;
      sink.write(messageOf(hello));
    },
    end(lastWords) {
      sink.write(lastWords);
      sink.end();
    },
  };
};
