import { getWallLive, type WallEvent } from '@airdeck/contract/wall-display/wall';
import { useEffect, useState } from 'react';
import { apiUrl } from '../../../lib/api/url.ts';
import { onNetworkLost, onRetry } from '../../../lib/live/connection.ts';
import { tellHeard } from '../../../lib/live/live-state.ts';
import { openStream } from '../../../lib/live/open-stream.ts';
import { afterConnection, afterEvent, NOTHING_YET, type WallState } from './wall-state.ts';

/** Live content of the display with a token. Stops when the display has ended. */
export function useWall(token: string): WallState {
  const [state, setState] = useState(NOTHING_YET);
  useEffect(() => {
    const end = () => {
      close();
      setState((before) => ({ ...before, isEnded: true }));
    };
    const close = openStream({
      url: apiUrl(getWallLive.path),
      fetch: (input, init) => window.fetch(input, init),
      headers: () => ({ Authorization: `Bearer ${token}` }),
      random: Math.random,
      onData: (data) => {
        const event = JSON.parse(data) as WallEvent;
        if (event.type === 'ended') end();
        else setState((before) => afterEvent(before, event, Date.now()));
      },
      onState: (connection) => {
        if (connection !== 'idle') setState((before) => afterConnection(before, connection, Date.now()));
      },
      onHeard: tellHeard,
      onRetry,
      onNetworkLost,
      onUnauthorized: end,
    });
    return close;
  }, [token]);
  return state;
}
