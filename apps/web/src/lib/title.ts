let name = '';
let count = 0;

const show = (): void => {
  document.title = `${count > 0 ? `(${count}) ` : ''}${name === '' ? '' : `${name} · `}Airdeck`;
};

/** Names the browser's tab. */
export function nameTitle(title: string): void {
  name = title;
  show();
}

/** Puts a number before the tab's name, of what waits for somebody; 0 is none. */
export function countInTitle(waiting: number): void {
  count = waiting;
  show();
}
