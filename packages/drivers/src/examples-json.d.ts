declare module '*.examples.json' {
  const examples: import('./examples.ts').Examples;
  export default examples;
}
