/** Copies a text. Rejects when the browser refuses; `within` is a dialog that keeps the focus. */
export async function copyText(text: string, within: HTMLElement): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  // Without HTTPS browsers have no clipboard: a selection is copied instead.
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  within.append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!done) throw new Error('the browser refused to copy');
}

/** Address of a new mail with a link in it. */
export function mailAddress(title: string, url: string): string {
  const body = `${title}\r\n${url}\r\n`;
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(body)}`;
}

/** Whether the system offers a share sheet to this page. */
export const hasShareSheet = (): boolean => typeof navigator.share === 'function';

/** Opens the share sheet of the system; a person may close it without sharing. Rejects when it does not open. */
export async function openShareSheet(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
