/* Pure. Tags, comments and texts of XML that arrives in parts. */

const ENDS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
  ['</', '>'],
] as const;
const TAG = /<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y;

const tagEnd = (xml: string, from: number): number => {
  TAG.lastIndex = from;
  return TAG.test(xml) ? TAG.lastIndex : -1;
};

/** Behind the tag, comment or section at `from`; -1 if its end is missing. */
const markupEnd = (xml: string, from: number): number => {
  const [start, end] = ENDS.find(([beginning]) => xml.startsWith(beginning, from)) ?? [];
  if (!start) return tagEnd(xml, from);
  const at = xml.indexOf(end, from + start.length);
  return at === -1 ? -1 : at + end.length;
};

/** How many tags are whole, and the tag, comment or text that goes on in the next part. */
const split = (xml: string): { tags: number; rest: string } => {
  let at = 0;
  for (let tags = 0; ; tags += 1) {
    const open = xml.indexOf('<', at);
    if (open === -1) return { tags, rest: xml.slice(at) };
    const end = markupEnd(xml, open);
    if (end === -1) return { tags, rest: xml.slice(open) };
    at = end;
  }
};

interface Measured {
  /** Bytes of the tag, comment or text that has no end so far. */
  readonly unfinished: number;
  /** So far. */
  readonly tags: number;
}

/** Takes part after part. */
export const createMarkupMeter = (): ((part: Buffer) => Measured) => {
  let [rest, tags] = ['', 0];
  return (part) => {
    const found = split(rest + part.toString('latin1'));
    rest = found.rest;
    tags += found.tags;
    return { unfinished: rest.length, tags };
  };
};
