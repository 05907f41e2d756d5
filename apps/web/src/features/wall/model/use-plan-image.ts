import { MAX_WALL_PLANS } from '@airdeck/contract/wall-display/schema';
import { getWallPlanImage, type WallPlan } from '@airdeck/contract/wall-display/wall';
import { useEffect, useState } from 'react';
import { apiUrl } from '../../../lib/api/url.ts';
import { dataUrl } from '../../../shared/report/photo.ts';

const RETRY_MS = 15_000;

/** By plan and version: a slide returns many times a day. */
const loaded = new Map<string, string>();

async function load(token: string, id: number, signal: AbortSignal): Promise<string> {
  const headers = { Authorization: `Bearer ${token}` };
  const address = apiUrl(getWallPlanImage.path.replace(':id', String(id)));
  const response = await window.fetch(address, { headers, signal });
  if (!response.ok) throw new Error(`plan ${id}: ${response.status}`);
  return dataUrl(await response.blob());
}

/** The image of a plan as a `data:` address: null while it loads; undefined: it cannot be loaded now, and is retried. */
export function usePlanImage(token: string, { id, image_version: version }: WallPlan): string | null | undefined {
  const key = `${id} ${version}`;
  const [image, setImage] = useState<string | null | undefined>(() => loaded.get(key) ?? null);
  useEffect(() => {
    const known = loaded.get(key);
    if (known !== undefined) return setImage(known);
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const attempt = () => {
      load(token, id, stop.signal).then(
        (made) => {
          if (loaded.size >= MAX_WALL_PLANS) loaded.clear();
          loaded.set(key, made);
          setImage(made);
        },
        () => {
          if (stop.signal.aborted) return;
          setImage(undefined);
          timer = setTimeout(attempt, RETRY_MS);
        },
      );
    };
    attempt();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [token, id, key]);
  return image;
}
