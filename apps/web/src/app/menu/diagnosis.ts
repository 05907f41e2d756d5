import { errorState } from '../../lib/api/error-state.ts';
import { currentLanguage } from '../../lib/i18n/i18n.ts';
import { liveState } from '../../lib/live/live-state.ts';
import { sessionStore } from '../../lib/session/session-store.ts';

/** What somebody who helps wants to know first. It names no person and holds no token. */
export function diagnosis(serverVersion: string, now: Date): string {
  const login = sessionStore.get();
  const { isError, code } = errorState.get();
  return [
    `time: ${now.toISOString()}`,
    `zone: ${Intl.DateTimeFormat().resolvedOptions().timeZone}`,
    `server: ${serverVersion}`,
    `page: ${window.location.pathname}`,
    `organization: ${login?.code ?? '-'}`,
    `role: ${login?.user.authority ?? '-'}`,
    `language: ${currentLanguage()}`,
    `online: ${navigator.onLine}`,
    `live: ${liveState.get()}`,
    `last error: ${isError ? code : '-'}`,
    `window: ${window.innerWidth}x${window.innerHeight} @${window.devicePixelRatio}`,
    `browser: ${navigator.userAgent}`,
  ].join('\n');
}
