/** Long enough for any browser to have read the file. */
const KEPT_MS = 60_000;

/** Hands a file to the browser, which saves it where it saves downloads. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
