import type { MouseEvent } from 'react';

/**
 * For containers of a form's buttons. A field that loses the focus may show an error, and its text moves a button from
 * under the pointer before it is released: here the field keeps the focus until the button was clicked.
 */
export const pressFirst = {
  onMouseDown: (event: MouseEvent): void => event.preventDefault(),
  onClickCapture: ({ target }: MouseEvent): void => {
    if (target instanceof Element) target.closest('button')?.focus();
  },
};
