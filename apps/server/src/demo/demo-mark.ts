/** The file that makes a data directory the demo's. */
export const DEMO_MARK = 'demo-passwords.json';
