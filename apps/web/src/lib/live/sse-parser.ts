/**
 * Reads a text/event-stream: call it with each piece of text as it comes, it calls back with the data of each message.
 * Event names and ids are not used by this server; comments only show that the line is alive.
 */
export function createSseParser(onData: (data: string) => void): (chunk: string) => void {
  let rest = '';
  let data: string[] = [];
  const readLine = (line: string) => {
    if (line === '') {
      if (data.length > 0) onData(data.join('\n'));
      data = [];
    } else if (line.startsWith('data:')) {
      data.push(line.slice(line[5] === ' ' ? 6 : 5));
    }
  };
  return (chunk) => {
    const text = rest + chunk;
    // A carriage return at the very end may be half of a line end: it waits for the next piece.
    const usable = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = usable.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(usable.length);
    for (const line of lines) readLine(line);
  };
}
