// One piece of code for the three screens, which are loaded together: the start of the console names it once.
export { ConnectScreen } from './connect-screen.tsx';
export { DecoderEditorScreen } from './decoder-editor.tsx';
export { LabelsScreen } from './labels-screen.tsx';
