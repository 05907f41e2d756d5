import { LIVE_PATH, type LiveEvent, type LiveView } from '@airdeck/contract/live/event';
import { useEffect, useEffectEvent } from 'react';
import { onUnauthorized } from '../api/call.ts';
import { apiUrl } from '../api/url.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { readToken } from '../session/session-storage.ts';
import { tellLive } from './live-state.ts';
import { openStream } from './open-stream.ts';
import { takeStreamSlot } from './stream-slot.ts';

/** Collects events and hands them over once per frame of the screen. */
function perFrame(deliver: (events: LiveEvent[]) => void) {
  let waiting: LiveEvent[] = [];
  let frame = 0;
  return {
    push(event: LiveEvent) {
      waiting.push(event);
      if (frame !== 0) return;
      frame = requestAnimationFrame(() => {
        const events = waiting;
        waiting = [];
        frame = 0;
        deliver(events);
      });
    },
    cancel: () => cancelAnimationFrame(frame),
  };
}

interface LiveSource {
  view: LiveView;
  id: number | undefined;
  language: string;
}

function openLive({ view, id, language }: LiveSource, deliver: (events: LiveEvent[]) => void): () => void {
  const frames = perFrame(deliver);
  const close = openStream({
    url: apiUrl(LIVE_PATH, {}, { view, id }),
    fetch: (input, init) => window.fetch(input, init),
    headers: () => ({ Authorization: `Bearer ${readToken() ?? ''}`, 'Accept-Language': language }),
    random: Math.random,
    onData: (data) => {
      const event = JSON.parse(data) as LiveEvent;
      if (event.type === 'ended') onUnauthorized();
      else frames.push(event);
    },
    onState: tellLive,
    onUnauthorized,
  });
  return () => {
    frames.cancel();
    close();
  };
}

/**
 * Live events of one view while the component is mounted, all of one frame at once. The stream closes while the tab is
 * hidden; when it opens again its first event is `hello`, and what was loaded before should then be loaded again.
 */
export function useLive(
  { view, id }: { view: LiveView; id: number | undefined },
  onEvents: (events: readonly LiveEvent[]) => void,
  /** false when there is nothing to listen to. */
  enabled = true,
) {
  const language = useLanguage();
  const deliver = useEffectEvent(onEvents);
  useEffect(() => {
    if (!enabled) return;
    let close: (() => void) | undefined;
    const open = () =>
      takeStreamSlot(
        navigator.locks,
        () => openLive({ view, id, language }, (events) => deliver(events)),
        () => deliver([{ type: 'hello', time: new Date().toISOString() }]),
      );
    const onVisibility = () => {
      const visible = document.visibilityState === 'visible';
      if (visible && close === undefined) close = open();
      if (!visible && close !== undefined) {
        close();
        close = undefined;
      }
    };
    onVisibility();
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      close?.();
    };
  }, [view, id, language, enabled]);
}
