/** Served beside the page, so that its scope is the whole console. */
const WORKER = '/service-worker.js';

/** Whether this browser runs service workers here: they need an encrypted connection, or this computer itself. */
export const hasWorkers = (): boolean => window.isSecureContext && 'serviceWorker' in navigator;

/** Registers the service worker, or has the browser look whether there is a newer one. */
export const registerWorker = (): Promise<ServiceWorkerRegistration> => navigator.serviceWorker.register(WORKER);
