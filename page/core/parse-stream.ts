/** One message of a stream of server-sent events; comments make none. */
export interface StreamMessage {
  readonly event?: string;
  readonly id?: string;
  readonly data: string;
}

/** Takes pieces of text as they come, however they are cut, and gives the whole messages in them. */
export function createStreamParser(): (piece: string) => StreamMessage[] {
  let rest = '';
  return piece => {
    const text = (rest + piece).replaceAll('\r\n', '\n');
    const end = text.lastIndexOf('\n\n');
    if (end < 0) {
      rest = text;
      return [];
    }
    rest = text.slice(end + 2);
    return text
      .slice(0, end)
      .split('\n\n')
      .map(messageOf)
      .filter(message => message !== undefined);
  };
}

function messageOf(block: string): StreamMessage | undefined {
  const data: string[] = [];
  let id: string | undefined;
  let event: string | undefined;
  for (const line of block.split('\n')) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5));
    else if (line.startsWith('id:')) id = line.slice(3).trim();
    else if (line.startsWith('event:')) event = line.slice(6).trim();
  }
  if (data.length === 0) return undefined;
  return { data: data.join('\n'), ...(id === undefined ? {} : { id }), ...(event === undefined ? {} : { event }) };
}
