/** File name of a picture: what and period, without what a file system refuses. */
export function pictureName(title: string, period: string): string {
  const plain = `${title} ${period}`.replaceAll('/', '-').replaceAll(/[\\:*?"<>|\p{Cc}]/gu, '');
  return `${plain.replaceAll(/\s+/g, ' ').trim().slice(0, 120)}.png`;
}
