import type { screen as model } from '../ko/screen.ts';
import type { Translated } from '../translated.ts';

export const screen: Translated<typeof model> = {
  views: {
    title: 'Saved views',
    save: 'Save what is shown now',
    name: 'Name',
    saveButton: 'Save',
    saved: 'The view “{{name}}” is saved.',
    empty: 'Save filters, order and period under a name, and open them with one click.',
    here: 'This screen',
    elsewhere: 'Other screens',
    full: 'You can save {{most, number}} views. Delete one first.',
    tooLong: 'There are too many conditions to save. Remove some and try again.',
    rename: 'Rename “{{name}}”',
    renameButton: 'Rename',
    delete: 'Delete “{{name}}”',
    deleted: 'The view “{{name}}” is deleted.',
    restored: 'The view “{{name}}” was restored.',
  },
  share: {
    title: 'Share',
    link: 'Link',
    copy: 'Copy link',
    copied: 'Copied',
    mail: 'Send by mail',
    system: 'Share with an app',
    access: 'Recipients must log in, and see only places that they have access to.',
    copyFailed: 'The browser did not allow copying. Copy the link above yourself.',
    systemFailed: 'The share sheet could not be opened. Copy the link or send it by mail.',
  },
  undo: 'Undo',
  undone: 'Undone.',
  table: {
    reset: 'Back to the first settings',
    earlier: 'Move {{column}} forward',
    later: 'Move {{column}} back',
    narrower: 'Make {{column}} narrower',
    wider: 'Make {{column}} wider',
  },
};
