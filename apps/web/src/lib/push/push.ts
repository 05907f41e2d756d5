import { getPush, subscribePush, unsubscribePush } from '@airdeck/contract/notification/push';
import { call } from '../api/call.ts';
import { registerWorker } from '../worker.ts';

/** Why push cannot work in this browser, or whether it is on for the logged-in user. */
export type PushState = 'INSECURE' | 'UNSUPPORTED' | 'FORBIDDEN' | 'OFF' | 'ON';

export interface Push {
  state: PushState;
  /** Public key of the server; null where push cannot work. */
  publicKey: string | null;
}

const toBytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer | null): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes ?? new ArrayBuffer(0))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const isSupported = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

/** The push subscription of this browser, of any user. */
const findSubscription = async (): Promise<PushSubscription | null> => {
  if (!window.isSecureContext || !isSupported()) return null;
  const registration = await navigator.serviceWorker.getRegistration('/');
  return (await registration?.pushManager.getSubscription()) ?? null;
};

const isSignedWith = (subscription: PushSubscription, publicKey: string): boolean =>
  toText(subscription.options.applicationServerKey) === publicKey;

/** Checks whether this browser shows alarms to the logged-in user. */
export async function readPush(): Promise<Push> {
  if (!window.isSecureContext) return { state: 'INSECURE', publicKey: null };
  if (!isSupported()) return { state: 'UNSUPPORTED', publicKey: null };
  if (Notification.permission === 'denied') return { state: 'FORBIDDEN', publicKey: null };
  const subscription = await findSubscription();
  const { public_key: publicKey, is_subscribed } = await call(getPush, {
    query: subscription === null ? {} : { endpoint: subscription.endpoint },
  });
  const isOn = is_subscribed && subscription !== null && isSignedWith(subscription, publicKey);
  return { state: isOn ? 'ON' : 'OFF', publicKey };
}

/**
 * Asks the user and the browser for permission, then subscribes at the server. Without permission nothing changes.
 * @throws DOMException when the browser does not reach its push service
 */
export async function switchPushOn(publicKey: string): Promise<void> {
  // Browsers ask only right after a click.
  if ((await Notification.requestPermission()) !== 'granted') return;
  await registerWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  let subscription = await pushManager.getSubscription();
  if (subscription !== null && !isSignedWith(subscription, publicKey)) {
    await subscription.unsubscribe();
    subscription = null;
  }
  subscription ??= await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: toBytes(publicKey) });
  const { p256dh = '', auth = '' } = subscription.toJSON().keys ?? {};
  await call(subscribePush, { body: { endpoint: subscription.endpoint, p256dh, auth } });
}

export async function switchPushOff(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription === null) return;
  await call(unsubscribePush, { query: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
}

/** A logout ends push in this browser for that user, since another person may use it next. A subscription of another user stays. */
export async function leavePush(): Promise<void> {
  const subscription = await findSubscription();
  if (subscription !== null) await call(unsubscribePush, { query: { endpoint: subscription.endpoint } });
}

/** Calls back with the address to which a click on a notification leads. Returns a function that stops it. */
export function onPushClick(follow: (path: string) => void): () => void {
  if (!('serviceWorker' in navigator)) return () => undefined;
  const { serviceWorker } = navigator;
  const listen = ({ data }: MessageEvent<{ path?: unknown } | null>) => {
    if (typeof data?.path === 'string') follow(data.path);
  };
  serviceWorker.addEventListener('message', listen);
  serviceWorker.startMessages();
  return () => serviceWorker.removeEventListener('message', listen);
}
