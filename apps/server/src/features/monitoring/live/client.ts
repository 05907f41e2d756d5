import type { LiveEvent } from '@airdeck/contract/live/event';
import type { Sink } from '../../../platform/http/event-stream.ts';
import { messageOf } from './topics.ts';

export interface LiveClient {
  readonly sessionId: string;
  send(text: string): void;
  /** Tells a client that had not kept up to load again, if it has caught up by now. */
  resume(hello: LiveEvent): void;
  end(lastWords: string): void;
}

/** A client that takes nothing is sent nothing more from here on, and is told to load again when it has caught up. */
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
