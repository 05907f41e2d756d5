import { LIVE_PATH, type LiveEvent, type LiveView } from '@airdeck/contract/live/event';
import { useEffect, useEffectEvent } from 'react';
import { onUnauthorized } from '../api/call.ts';
import { apiUrl } from '../api/url.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { readToken } from '../session/session-storage.ts';
import { useStore } from '../store.ts';
import { screensWithStream, tellAlarms } from './alarm-events.ts';
import { onNetworkLost, onRetry } from './connection.ts';
import { type LiveState, tellAlarmLine, tellHeard, tellLive } from './live-state.ts';
import { openStream } from './open-stream.ts';
import { takeStreamSlot } from './stream-slot.ts';

/** Collects events and delivers them once per animation frame. */
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

function openLive(
  { view, id, language }: LiveSource,
  deliver: (events: LiveEvent[]) => void,
  onState: (state: LiveState) => void,
): () => void {
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
    onState,
    onHeard: tellHeard,
    onRetry,
    onNetworkLost,
    onUnauthorized,
  });
  return () => {
    frames.cancel();
    close();
  };
}

/** Delay before a screen opens its stream, whose start reloads all data. */
const SCREEN_MS = 400;

/** Opens a stream after the delay, unless the screen was left. Returns a function that closes it. */
function openSoon(open: () => () => void): () => void {
  let close: (() => void) | undefined;
  const timer = setTimeout(() => {
    close = open();
  }, SCREEN_MS);
  return () => {
    clearTimeout(timer);
    close?.();
  };
}

/** Holds a stream while the tab is visible and `enabled`. */
function useStream(
  { view, id }: { view: LiveView; id: number | undefined },
  onEvents: (events: readonly LiveEvent[]) => void,
  { enabled, onState }: { enabled: boolean; onState: (state: LiveState) => void },
) {
  const language = useLanguage();
  const deliver = useEffectEvent((events: readonly LiveEvent[]) => {
    onEvents(events);
    tellAlarms(events);
  });
  useEffect(() => {
    if (!enabled) return;
    let close: (() => void) | undefined;
    const open = () =>
      takeStreamSlot(
        navigator.locks,
        () => openLive({ view, id, language }, (events) => deliver(events), onState),
        () => deliver([{ type: 'hello', time: new Date().toISOString() }]),
      );
    const onVisibility = () => {
      const visible = document.visibilityState === 'visible';
      if (visible && close === undefined) close = openSoon(open);
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
  }, [view, id, language, enabled, onState]);
}

/**
 * Live events of one view while the component is mounted, those of one frame together. The stream closes while the tab
 * is hidden; when it opens again its first event is `hello`, after which earlier data should be reloaded.
 */
export function useLive(
  source: { view: LiveView; id: number | undefined },
  onEvents: (events: readonly LiveEvent[]) => void,
  /** false without anything to listen to. */
  enabled = true,
) {
  useStream(source, onEvents, { enabled, onState: tellLive });
  useEffect(() => {
    if (!enabled) return;
    screensWithStream.set(screensWithStream.get() + 1);
    return () => screensWithStream.set(screensWithStream.get() - 1);
  }, [enabled]);
}

const ALARMS = { view: 'alarms', id: undefined } as const;
const ignore = () => undefined;

/** A stream for alarms only, on screens without their own. */
export function useAlarmStream(): void {
  const screens = useStore(screensWithStream);
  useStream(ALARMS, ignore, { enabled: screens === 0, onState: tellAlarmLine });
}
