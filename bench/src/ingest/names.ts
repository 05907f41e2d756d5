/** The bench's organization, and the one secret of all its devices. */
export const ORGANIZATION = '10000001';
export const SECRET = 'bench';
