import type { Wall, WallEvent } from '@airdeck/contract/wall-display/wall';
import type { Sink } from '../../platform/http/event-stream.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { WallViewer } from '../../platform/http/who.ts';
import type { Log } from '../../platform/log.ts';
import type { WallTokens } from './tokens.ts';

/** A reading is on the wall within half a second. */
const TICK_MS = 300;
const HEARTBEAT_MS = 15_000;
const HEARTBEAT = ': alive\n\n';
/** Screens with one display's link. */
const MAX_SCREENS = 10;
/** A screen that does not read is disconnected, and reconnects when it can. */
const MAX_BUFFERED_BYTES = 1024 * 1024;

export const messageOf = (event: WallEvent): string => `data: ${JSON.stringify(event)}\n\n`;

/** All screens of one display, and the content that was sent last. */
interface Audience {
  viewer: WallViewer;
  sinks: Set<Sink>;
  /** Everything but values and times: if it changes, the complete content is sent. */
  frame: string;
  /** The last data sent for each place and plan. */
  told: Map<string, string>;
}

const frameOf = ({ time: _, places, plans, ...rest }: Wall): string =>
  JSON.stringify([
    ...[rest, places.map(({ id, name }) => [id, name])],
    plans.map(({ id, name, office, width, height, image_version, pins }) => [
      ...[id, name, office, width, height, image_version, pins],
    ]),
  ]);

type Part = 'place' | 'plan';
const keyOf = (part: Part, { id }: { id: number }): string => `${part} ${id}`;

const written = ({ places, plans }: Wall): Map<string, string> =>
  new Map([
    ...places.map((place) => [keyOf('place', place), JSON.stringify(place)] as const),
    ...plans.map((plan) => [keyOf('plan', plan), JSON.stringify(plan)] as const),
  ]);

/** The changes since the last event to the audience; null: none. */
const changeOf = (audience: Audience, wall: Wall): WallEvent | null => {
  const frame = frameOf(wall);
  const now = written(wall);
  const before = audience.told;
  const isSame = frame === audience.frame;
  audience.frame = frame;
  audience.told = now;
  if (!isSame) return { type: 'wall', wall };
  const isChanged = (part: Part) => (item: { id: number }) =>
    before.get(keyOf(part, item)) !== now.get(keyOf(part, item));
  const places = wall.places.filter(isChanged('place'));
  const plans = wall.plans.filter(isChanged('plan'));
  return places.length + plans.length === 0 ? null : { type: 'places', time: wall.time, places, plans };
};

export interface WallLive {
  start(): void;
  stop(): void;
  /** Admits a screen. @throws Failure INVALID_TOKEN, TOO_MANY_REQUESTS */
  admit(viewer: WallViewer): (sink: Sink) => () => void;
}

/** Sends changes to wall displays. `look` returns a display's present content. */
export const createWallLive = (options: {
  tokens: Pick<WallTokens, 'hold'>;
  look(viewer: WallViewer): Wall;
  log: Log;
}): WallLive => {
  const { tokens, look, log } = options;
  const audiences = new Map<string, Audience>();
  let timers: NodeJS.Timeout[] = [];

  const send = (sink: Sink, text: string): void => {
    if (sink.buffered() + text.length > MAX_BUFFERED_BYTES) sink.end();
    else sink.write(text);
  };

  const tick = (): void => {
    for (const audience of audiences.values()) {
      try {
        const event = changeOf(audience, look(audience.viewer));
        if (event) for (const sink of audience.sinks) send(sink, messageOf(event));
      } catch (error) {
        // The sweep reports an ended token.
        if (!(error instanceof Failure)) log.error({ err: error }, 'a wall display failed');
      }
    }
  };

  const audienceOf = (viewer: WallViewer, wall: Wall): Audience => {
    const known = audiences.get(viewer.key);
    if (known) return known;
    const made = { viewer, sinks: new Set<Sink>(), frame: frameOf(wall), told: written(wall) };
    audiences.set(viewer.key, made);
    return made;
  };

  return {
    start() {
      timers = [
        setInterval(tick, TICK_MS),
        setInterval(() => {
          for (const { sinks } of audiences.values()) for (const sink of sinks) send(sink, HEARTBEAT);
        }, HEARTBEAT_MS),
      ];
    },
    stop() {
      for (const timer of timers) clearInterval(timer);
      for (const { sinks } of audiences.values()) for (const sink of sinks) sink.end();
      audiences.clear();
    },
    admit(viewer) {
      if ((audiences.get(viewer.key)?.sinks.size ?? 0) >= MAX_SCREENS) throw new Failure('TOO_MANY_REQUESTS');
      const wall = look(viewer);
      return (sink) => {
        const audience = audienceOf(viewer, wall);
        audience.sinks.add(sink);
        sink.write(messageOf({ type: 'wall', wall }));
        const release = tokens.hold(viewer, () => {
          sink.write(messageOf({ type: 'ended' }));
          sink.end();
        });
        return () => {
          release();
          audience.sinks.delete(sink);
          if (audience.sinks.size === 0) audiences.delete(viewer.key);
        };
      };
    },
  };
};
