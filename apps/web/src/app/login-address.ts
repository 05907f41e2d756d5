import { stringifySearch } from '../lib/url/search-text.ts';

/** Addresses of one-time links; they work with and without a session. */
const PUBLIC_ADDRESSES = ['/reset', '/acknowledge'];
export const isPublicAddress = (pathname: string): boolean => PUBLIC_ADDRESSES.includes(pathname);

/** Login's address, which carries the requested one. */
export const loginAddress = (next: string): string => `/${stringifySearch({ next })}`;
