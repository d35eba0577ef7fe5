/* Pure. Reads XML that arrives in parts, and keeps no more of it than the tag or text that goes on in the next part. */

const TAG = /<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y;

const tagEnd = (xml: string, from: number): number => {
  TAG.lastIndex = from;
  return TAG.test(xml) ? TAG.lastIndex : -1;
};

const CDATA = '<![CDATA[';

const COMMENT = ['<!--', '-->'] as const;
const SECTION = [CDATA, ']]>'] as const;
const INSTRUCTION = ['<?', '?>'] as const;
const DECLARATION = ['<!', '>'] as const;
const CLOSING_TAG = ['</', '>'] as const;

/** How other markup than an opening tag begins and ends; null for such a tag. */
const bracketsOf = (xml: string, from: number): readonly [start: string, end: string] | null => {
  const kind = xml[from + 1];
  if (kind === '/') return CLOSING_TAG;
  if (kind === '?') return INSTRUCTION;
  if (kind !== '!') return null;
  if (xml.startsWith('<!--', from)) return COMMENT;
  return xml.startsWith(CDATA, from) ? SECTION : DECLARATION;
};

/** Behind the tag, comment or section at `from`; -1 if its end is missing. */
export const markupEnd = (xml: string, from: number): number => {
  const brackets = bracketsOf(xml, from);
  if (!brackets) return tagEnd(xml, from);
  const [start, end] = brackets;
  const at = xml.indexOf(end, from + start.length);
  return at === -1 ? -1 : at + end.length;
};

const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);
const MAX_CODE_POINT = 0x10ffff;

const characterOf = (whole: string, code: number): string =>
  code <= MAX_CODE_POINT ? String.fromCodePoint(code) : whole;

const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(/&(?:#x([\da-f]+)|#(\d+)|([a-z]+));/gi, (whole, hex, decimal, name) => {
        if (hex) return characterOf(whole, Number.parseInt(hex, 16));
        return decimal ? characterOf(whole, Number(decimal)) : (ENTITIES.get(name) ?? whole);
      })
    : text;

/** By their names, with prefixes. */
export type Attributes = ReadonlyMap<string, string>;

const ATTRIBUTE = /\s*([^\s=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']\S*)))?/y;

const NO_ATTRIBUTES: Attributes = new Map();

const readAttributes = (text: string): Attributes => {
  const attributes = new Map<string, string>();
  for (ATTRIBUTE.lastIndex = 0; ; ) {
    const [, name, double, single, bare] = ATTRIBUTE.exec(text) ?? [];
    if (name === undefined) return attributes;
    attributes.set(name, decodeEntities(double ?? single ?? bare ?? ''));
  }
};

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Names come without prefixes. A long text may come in several calls. */
export interface MarkupHandlers {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const handleTag = (content: string, { open, close }: MarkupHandlers): void => {
  const isEmpty = content.endsWith('/');
  const tag = isEmpty ? content.slice(0, -1) : content;
  const space = tag.search(/\s/);
  const name = localName(space === -1 ? tag : tag.slice(0, space));
  open(name, space === -1 ? NO_ATTRIBUTES : readAttributes(tag.slice(space)));
  if (isEmpty) close?.(name);
};

const handleMarkup = (markup: string, handlers: MarkupHandlers): void => {
  const kind = markup[1];
  if (kind === '/') handlers.close?.(localName(markup.slice(2, -1).trim()));
  else if (markup.startsWith(CDATA)) handlers.text?.(markup.slice(CDATA.length, -3));
  else if (kind !== '!' && kind !== '?') handleTag(markup.slice(1, -1), handlers);
};

/** Takes part after part. What has no end at the end of the last one is left out. */
export const createMarkupReader = (handlers: MarkupHandlers): ((part: Buffer) => void) => {
  const decoder = new TextDecoder('utf-8');
  let rest = '';
  return (part) => {
    const xml = rest + decoder.decode(part, { stream: true });
    for (let at = 0; ; ) {
      const start = xml.indexOf('<', at);
      const end = start === -1 ? -1 : markupEnd(xml, start);
      if (start > at) handlers.text?.(decodeEntities(xml.slice(at, start)));
      if (end === -1) {
        rest = xml.slice(start === -1 ? at : start);
        return;
      }
      handleMarkup(xml.slice(start, end), handlers);
      at = end;
    }
  };
};

export const readMarkup = async (parts: AsyncIterable<Buffer>, handlers: MarkupHandlers): Promise<void> => {
  const read = createMarkupReader(handlers);
  for await (const part of parts) read(part);
};
