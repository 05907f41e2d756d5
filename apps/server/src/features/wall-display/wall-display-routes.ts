import { endWallDisplay, renewWallToken, wallDisplays } from '@airdeck/contract/wall-display/routes';
import { getWall, getWallLive, getWallPlanImage, type Wall } from '@airdeck/contract/wall-display/wall';
import { MEDIA_TYPES } from '@airdeck/domain/image/types';
import { addRoute, addWallRoute } from '../../platform/http/add-route.ts';
import type { Http } from '../../platform/http/create-http.ts';
import { openEventStream } from '../../platform/http/event-stream.ts';
import { Failure } from '../../platform/http/failure.ts';
import type { WallViewer } from '../../platform/http/who.ts';
import type { Log } from '../../platform/log.ts';
import { addResourceRoutes } from '../../resource/resource-routes.ts';
import { createDisplays, type DisplaysOptions } from './displays.ts';
import { type Display, readPlanImage } from './token-queries.ts';
import type { WallTokens } from './tokens.ts';
import { createWallLive, type WallLive } from './wall-live.ts';

/** Screens of a building behind one address, which reconnect at the same time. */
const LOOKS_A_MINUTE = 300;

export interface WallDisplayOptions extends Omit<DisplaysOptions, 'onChanged'> {
  log: Log;
  tokens: WallTokens;
  /** The places of a display as they are now; null: its organization is not in use. */
  lookAt(
    display: Display,
  ): { organizationName: string; timeZone: string; places: Wall['places']; plans: Wall['plans'] } | null;
  /** Names the console's files as they are now. */
  build(): string;
}

/** Administers wall displays, and serves their content. */
export const addWallDisplayRoutes = (http: Http, options: WallDisplayOptions): WallLive => {
  const { db, tokens, lookAt, build, clock, log } = options;
  const displays = createDisplays({ ...options, onChanged: tokens.sweep });
  addResourceRoutes(
    http,
    { list: wallDisplays.list, read: wallDisplays.read, edit: wallDisplays.edit, remove: wallDisplays.remove },
    { ...displays, add: displays.make },
  );
  addRoute(http, wallDisplays.add, ({ body, scope, editor }) => displays.make(editor, scope, body));
  addRoute(http, renewWallToken, async ({ params, scope, editor }) => ({
    token: await displays.renew(editor, scope, params.id),
  }));
  addRoute(http, endWallDisplay, ({ params, scope, editor }) => displays.end(editor, scope, params.id));

  const look = (viewer: WallViewer): Wall => {
    const display = tokens.displayOf(viewer);
    const now = lookAt(display);
    if (!now) throw new Failure('INVALID_TOKEN');
    return {
      name: display.name,
      organization_name: now.organizationName,
      time_zone: now.timeZone,
      level: display.level,
      seconds: display.seconds,
      language: display.language,
      time: new Date(clock.now()).toISOString(),
      build: build(),
      places: now.places,
      plans: now.plans,
    };
  };
  const live = createWallLive({ tokens, look, log });
  addWallRoute(http, getWall, ({ wall }) => look(wall), { perMinute: LOOKS_A_MINUTE });
  addWallRoute(
    http,
    getWallLive,
    ({ wall, reply }) => {
      const enter = live.admit(wall);
      const { sink, onClose } = openEventStream(reply);
      onClose(enter(sink));
      return reply;
    },
    { perMinute: LOOKS_A_MINUTE },
  );
  addWallRoute(
    http,
    getWallPlanImage,
    async ({ wall, params, reply }) => {
      const isShown = tokens.displayOf(wall).plans.some(({ id }) => id === params.id);
      const found = isShown ? await readPlanImage(db, params.id) : undefined;
      if (!found) throw new Failure('RESOURCE_NOT_FOUND');
      return reply.type(MEDIA_TYPES[found.format]).send(found.image);
    },
    { perMinute: LOOKS_A_MINUTE, isFile: true },
  );
  // Fastify waits for open answers when it closes, and streams do not end by themselves.
  http.addHook('preClose', async () => live.stop());
  return live;
};
