/** Keeps the screen on while the page is visible, where the browser can (HTTPS). Returns a function that ends it. */
export function stayAwake(): () => void {
  // Not available on plain HTTP.
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  let held: WakeLockSentinel | null = null;
  let isOver = false;
  const request = async () => {
    if (wakeLock === undefined || document.visibilityState !== 'visible' || held?.released === false) return;
    // A browser may refuse, for example on a low battery: the next try follows when the page is visible again.
    held = await wakeLock.request('screen').catch(() => null);
    if (isOver) await held?.release();
  };
  const onVisible = () => void request();
  document.addEventListener('visibilitychange', onVisible);
  void request();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void held?.release();
  };
}
