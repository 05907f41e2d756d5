// One piece of code for the three screens, which are loaded together: the start of the console names it once.

export { DecoderEditorScreen } from '../decoder-editor/decoder-editor-screen.tsx';
export { ConnectScreen } from './connect-screen.tsx';
export { LabelsScreen } from './labels-screen.tsx';
