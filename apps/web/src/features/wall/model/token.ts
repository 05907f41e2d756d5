const KEY = 'wall_token';

/**
 * The token of the link that opened this tab. It is removed from the address, where it could be seen and copied, and
 * stored in the tab until another link is opened there. null: none.
 */
export function takeToken({ location, history, sessionStorage }: Window): string | null {
  const given = location.hash.slice(1);
  if (given !== '') {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, '', location.pathname);
  }
  return sessionStorage.getItem(KEY);
}
