/** The bench's organization, and the common secret of all its devices. */
export const ORGANIZATION = '10000001';
export const SECRET = 'bench';
