/** Starts a page without a session by its address: a wall display, or the public page of an organization. */
export async function startAlone(root: HTMLElement): Promise<void> {
  if (window.location.pathname === '/wall') return (await import('../features/wall/start-wall.tsx')).startWall(root);
  return (await import('../features/public-page/start-public-page.tsx')).startPublicPage(root);
}
