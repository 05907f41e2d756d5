/** Keeps the screen on while the page is visible, where the browser can (HTTPS). Returns a function that ends it. */
export function stayAwake(): () => void {
  // Browsers have none on plain HTTP.
  const wakeLock = navigator.wakeLock as WakeLock | undefined;
  let held: WakeLockSentinel | null = null;
  let isOver = false;
  const ask = async () => {
    if (wakeLock === undefined || document.visibilityState !== 'visible' || held?.released === false) return;
    // A browser that refuses, on a low battery for one, is asked again when the page is looked at again.
    held = await wakeLock.request('screen').catch(() => null);
    if (isOver) await held?.release();
  };
  const onVisible = () => void ask();
  document.addEventListener('visibilitychange', onVisible);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', onVisible);
    void held?.release();
  };
}
