declare module '*.map.json' {
  const map: import('./types.ts').Json;
  export default map;
}
