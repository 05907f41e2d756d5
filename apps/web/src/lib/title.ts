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

/** Puts the number of pending alarms before the title of the tab; 0 shows none. */
export function countInTitle(waiting: number): void {
  count = waiting;
  show();
}
