import '@fontsource-variable/noto-sans-kr/index.css';
import '@fontsource-variable/roboto/index.css';
// After the slices: of fonts with the same name, browsers take a character from the last that has it.
import './console.css';
