import '@fontsource-variable/noto-sans-kr/index.css';
import '@fontsource-variable/roboto/index.css';
