/** The address asked for before login, if it is one of ours: a path of this origin, never another host. */
export function safeNext(next: string | undefined, origin: string): string | null {
  if (next === undefined || !next.startsWith('/')) return null;
  const url = URL.parse(next, origin);
  if (url === null || url.origin !== origin || url.pathname === '/') return null;
  return `${url.pathname}${url.search}${url.hash}`;
}
