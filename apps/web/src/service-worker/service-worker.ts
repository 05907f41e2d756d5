import type { PushMessage } from '@airdeck/contract/notification/push';
import { offlinePage } from './offline-page.ts';

declare const self: ServiceWorkerGlobalScope;

/** Shows a push message. Browsers require every push to be visible, and revoke the permission otherwise. */
const show = ({ title, body, language, tag, time, path }: PushMessage): Promise<void> => {
  const options: NotificationOptions & { renotify: boolean; timestamp: number } = {
    ...{ body, tag, lang: language, timestamp: time, data: path },
    // A message that replaces another one notifies again.
    renotify: true,
  };
  return self.registration.showNotification(title, options);
};

/** Leads to what a notification is about: in a console that is open, which asks before it loses input, else in a new one. */
const open = async (path: string): Promise<void> => {
  const consoles = await self.clients.matchAll({ type: 'window' });
  const seen = consoles.find(({ visibilityState }) => visibilityState === 'visible') ?? consoles[0];
  if (seen === undefined) {
    await self.clients.openWindow(path);
    return;
  }
  seen.postMessage({ path });
  await seen.focus();
};

/** Where browsers support it, only page requests go through the worker: it does not handle others. */
interface Routes {
  addRoutes?: (rules: object[]) => Promise<void>;
}

const begin = async (event: ExtendableEvent & Routes): Promise<void> => {
  await self.skipWaiting();
  await event.addRoutes?.([{ condition: { not: { requestMode: 'navigate' } }, source: 'network' }]);
};

const takeOver = async (): Promise<void> => {
  // No version of this worker keeps anything: what another one may have kept is old.
  for (const name of await caches.keys()) await caches.delete(name);
  // The page is requested while the worker starts.
  await self.registration.navigationPreload?.enable();
  // Consoles that are open already can be led somewhere from now on.
  await self.clients.claim();
};

/** The page from the server, or the offline page: never a cached page with old values. */
const bringPage = async ({ request, preloadResponse }: FetchEvent): Promise<Response> => {
  try {
    return ((await preloadResponse) as Response | undefined) ?? (await fetch(request));
  } catch {
    return offlinePage(self.navigator.languages);
  }
};

self.addEventListener('install', (event) => event.waitUntil(begin(event)));
self.addEventListener('activate', (event) => event.waitUntil(takeOver()));
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(bringPage(event));
});
self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(show(event.data.json() as PushMessage));
});
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(String(event.notification.data)));
});
