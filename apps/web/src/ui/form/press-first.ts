import type { MouseEvent } from 'react';

/**
 * For what holds the buttons of a form. A field that loses the focus may complain, and its words move a button from
 * under the pointer before it is released: here the field keeps the focus until the button was pressed.
 */
export const pressFirst = {
  onMouseDown: (event: MouseEvent): void => event.preventDefault(),
  onClickCapture: ({ target }: MouseEvent): void => {
    if (target instanceof Element) target.closest('button')?.focus();
  },
};
