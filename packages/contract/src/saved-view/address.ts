/** Addresses of the screens that can be saved begin with one of these. */
const ROOTS = ['/monitoring/', '/current/', '/management/'];

/** A fragment, what browsers read as a slash, what does not show, and what climbs out of the root. */
const UNSAFE = /[#\\\p{C}]|\/\.{1,2}(\/|\?|$)/u;

/** Whether a text is the address of a screen of this console, path and query: it can lead to no other host. */
export const isScreenAddress = (address: string): boolean =>
  ROOTS.some((root) => address.startsWith(root)) && !UNSAFE.test(address);
