import { HTML_LINK } from '@portal/contract/html';
import { type Attrs, type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { tableNodes } from 'prosemirror-tables';

const block = (tag: string, content: string, more: NodeSpec = {}): NodeSpec => ({
  content,
  group: 'block',
  parseDOM: [{ tag }],
  toDOM: (): DOMOutputSpec => [tag, 0],
  ...more,
});

/** h1 and h2 belong to the page. */
const LEVELS = { h1: 3, h2: 3, h3: 3, h4: 4, h5: 5, h6: 5 } as const;

const heading: NodeSpec = {
  content: 'inline*',
  group: 'block',
  defining: true,
  attrs: { level: { default: 3 } },
  parseDOM: Object.entries(LEVELS).map(([tag, level]) => ({ tag, attrs: { level } })),
  toDOM: ({ attrs }) => [`h${attrs.level}`, 0],
};

const pictureAttributes = (picture: HTMLElement): Attrs => ({
  src: picture.getAttribute('src'),
  alt: picture.getAttribute('alt') ?? '',
  width: picture.getAttribute('width'),
  height: picture.getAttribute('height'),
});

const picture: NodeSpec = {
  inline: true,
  group: 'inline',
  draggable: true,
  attrs: { src: {}, alt: { default: '' }, width: { default: null }, height: { default: null } },
  parseDOM: [{ tag: 'img[src]', getAttrs: pictureAttributes }],
  toDOM: ({ attrs }) => ['img', { ...attrs }],
};

const mark = (...tags: readonly [string, ...string[]]): MarkSpec => ({
  parseDOM: tags.map((tag) => ({ tag })),
  toDOM: () => [tags[0], 0],
});

/** The server removes other addresses. */
const linkAttributes = (a: HTMLElement): Attrs | false => {
  const href = a.getAttribute('href')?.trim() ?? '';
  return HTML_LINK.test(href) && { href };
};

const link: MarkSpec = {
  attrs: { href: {} },
  inclusive: false,
  parseDOM: [{ tag: 'a[href]', getAttrs: linkAttributes }],
  toDOM: ({ attrs }) => ['a', { href: attrs.href }, 0],
};

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: block('p', 'inline*'),
    heading,
    bullet_list: block('ul', 'list_item+'),
    ordered_list: block('ol', 'list_item+'),
    list_item: block('li', 'paragraph block*', { group: '', defining: true }),
    blockquote: block('blockquote', 'block+', { defining: true }),
    horizontal_rule: { group: 'block', parseDOM: [{ tag: 'hr' }], toDOM: () => ['hr'] },
    ...tableNodes({ tableGroup: 'block', cellContent: 'block+', cellAttributes: {} }),
    text: { group: 'inline' },
    picture,
    hard_break: {
      inline: true,
      group: 'inline',
      selectable: false,
      parseDOM: [{ tag: 'br' }],
      toDOM: () => ['br'],
    },
  },
  marks: {
    link,
    strong: mark('strong', 'b'),
    em: mark('em', 'i'),
    underline: mark('u'),
  },
});
