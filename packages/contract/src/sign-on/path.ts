/** The console's address to which providers send browsers back. */
export const SIGN_ON_PATH = '/sign-on';
