import { parseDocument } from 'htmlparser2';
import { describe, expect, test, vi } from 'vitest';
import { hostileHtml } from '../../../test/hostile-html.ts';
import { cleanHtml, textOfHtml } from './html.ts';

const allowed: Record<string, RegExp> = {
  a: /^href$/,
  img: /^(src|alt|width|height)$/,
  th: /^(col|row)span$/,
  td: /^(col|row)span$/,
};
const tags = /^(h3|h4|h5|p|ul|ol|li|blockquote|br|hr|table|thead|tbody|tr|th|td|strong|em|b|i|u|a|img)$/;
const values: Record<string, RegExp> = {
  href: /^(https:\/\/|mailto:|tel:)[^\s\\]+$/i,
  src: /^\/pictures\/[A-Za-z0-9_-]{16,64}(\?w=[0-9]{1,4})?$/,
  width: /^[0-9]{1,4}$/,
  height: /^[0-9]{1,4}$/,
  colspan: /^[1-9][0-9]?$/,
  rowspan: /^[1-9][0-9]?$/,
};

type Node = ReturnType<typeof parseDocument>['children'][number];

/** Everything in a tree that the policy does not name. */
const disallowedNodes = (nodes: readonly Node[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'text') return [];
    if (!('attribs' in node)) return [node.type];
    const names = Object.entries(node.attribs).filter(
      ([name, value]) => !allowed[node.name]?.test(name) || !(values[name]?.test(value) ?? name === 'alt'),
    );
    return [
      ...(tags.test(node.name) ? [] : [node.name]),
      ...names.map(([name, value]) => `${node.name} ${name}=${value}`),
      ...disallowedNodes(node.children),
    ];
  });

/**
 * The whole answer, letter by letter, in a form that every parser reads alike: tags and attributes fully written, no
 * `<` or `>` that is not a tag's.
 */
const UNAMBIGUOUS = /^(?:[^<>]|<\/[a-z0-9]+>|<[a-z0-9]+(?: [a-z]+="[^"<>]*")*(?: \/)?>)*$/;

test.each(hostileHtml.map((html) => [html]))('hostile HTML is removed: %s', (html) => {
  const clean = cleanHtml(html);
  expect(disallowedNodes(parseDocument(clean).children)).toEqual([]);
  expect(clean).toMatch(UNAMBIGUOUS);
  expect(cleanHtml(clean)).toBe(clean);
  // The second call is answered from the cache.
  expect(cleanHtml(html)).toBe(clean);
});

test('the check itself finds unsafe HTML', () => {
  const bad = '<p onclick="x">a</p><svg></svg><a href="javascript:x">b</a><img src="https://evil.example/x">';
  expect(disallowedNodes(parseDocument(bad).children)).toEqual([
    'p onclick=x',
    'svg',
    'a href=javascript:x',
    'img src=https://evil.example/x',
  ]);
  expect('<p>a < b</p>').not.toMatch(UNAMBIGUOUS);
});

describe('texts of people are kept', () => {
  test.each([
    '<h3>課程內容</h3><p>第一段<br />換行，<strong>重點</strong>、<em>強調</em>、<u>底線</u></p>',
    '<ul><li>一</li><li>二</li></ul><ol><li>甲</li></ol><hr /><blockquote>引文</blockquote>',
    '<table><thead><tr><th>時間</th></tr></thead><tbody><tr><td>09:00</td></tr></tbody></table>',
    '<table><tbody><tr><th rowspan="2">上午</th><td colspan="3">實作</td></tr></tbody></table>',
    '<table><tbody><tr><th colspan="2">下午</th><td rowspan="3">考試</td></tr></tbody></table>',
    '<h4>報到</h4><h5>地點</h5><p><b>粗體</b>、<i>斜體</i></p>',
    '<p><a href="https://example.com/a?b=1&amp;c=2">連結</a><a href="mailto:a@example.com">信</a><a href="tel:02-20000000">電話</a></p>',
    '<p><img src="/pictures/abcdefghijklmnop_-" alt="示意圖" width="640" height="480" /></p>',
    '<p><img src="/pictures/abcdefghijklmnop?w=800" alt="" /></p>',
    '<p>1 &lt; 2 &amp;&amp; 3 &gt; 2，𠮷野家</p>',
  ])('%s', (html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  test('a tag that is not allowed is removed and its text kept', () => {
    expect(cleanHtml('<div class="x"><h1>標題</h1><span style="color:red">紅字</span></div>')).toBe(
      '<h3>標題</h3>紅字',
    );
  });

  test.each(['0', '51', '1000000', '-1', '2x', ''])('a cell does not span %j columns', (span) => {
    const row = (attribute: string) => `<table><tbody><tr><td${attribute}>a</td></tr></tbody></table>`;
    expect(cleanHtml(row(` colspan="${span}" rowspan="${span}"`))).toBe(row(''));
  });

  test('unclosed tags are closed', () => {
    expect(cleanHtml('<p><strong>未關')).toBe('<p><strong>未關</strong></p>');
  });
});

describe('HTML that parsers may read differently', () => {
  test('links without a scheme of their own lose their address: it must begin with one that is allowed', () => {
    expect(
      cleanHtml('<a href="//evil.example">一</a><a href="/x">二</a><a href="http://x.example">三</a>'),
    ).toBe('<a>一</a><a>二</a><a>三</a>');
  });

  test('sizes are whole numbers of pixels', () => {
    const picture = (size: string) => `<img src="/pictures/abcdefghijklmnop" alt="" ${size}/>`;
    const sizes = ['width="100%"', 'height="99999"', 'width="1e3"', 'height="-5"', 'width="5px"'];
    for (const size of sizes) expect(cleanHtml(picture(size))).toBe(picture(''));
    expect(cleanHtml(picture('width="50" height="9999" '))).toBe(picture('width="50" height="9999" '));
  });

  test('characters that HTML forbids are gone; tabs and line ends stay', () => {
    expect(cleanHtml('一\u0000二\u0007三\ufffe四\u{1ffff}五\u0085\t六\n七')).toBe('一二三四五\t六\n七');
    expect(cleanHtml('<p>\ud800一</p>')).toBe('<p>\ufffd一</p>');
  });

  test('HTML that is nested too deeply loses its tags', () => {
    const clean = cleanHtml(`${'<b>'.repeat(5_000)}一`);
    expect(clean.match(/<b>/g)?.length).toBeLessThanOrEqual(50);
    expect(clean).toContain('一');
  });

  test.each([
    ...['script', 'style', 'template', 'noscript', 'noembed', 'noframes', 'iframe', 'svg', 'math'],
    ...['textarea', 'option', 'title', 'xmp', 'plaintext'],
  ])('the content of <%s> is removed', (tag) => {
    expect(cleanHtml(`<p>一</p><${tag}>二</${tag}>`)).toBe('<p>一</p>');
  });
});

test('the text of HTML is one line without tags', () => {
  expect(
    textOfHtml('<h3>課程</h3><p>第一段<br>第<b>二</b>行 &amp; 更多</p>\n<ul><li>一</li><li>二</li></ul>'),
  ).toBe('課程 第一段 第二行 & 更多 一 二');
  expect(textOfHtml('<p>1 &lt; 2 &gt; "0" &amp;lt;</p>')).toBe('1 < 2 > "0" &lt;');
  expect(textOfHtml('')).toBe('');
});

/** Whether the text is cleaned; otherwise it is found in the cache. Cleaning begins by making it well formed. */
const isCleaned = (html: string): boolean => {
  const begun = vi.spyOn(String.prototype, 'toWellFormed');
  // A copy: nothing is recognised by being the same string.
  cleanHtml(Buffer.from(html).toString());
  const { length } = begun.mock.calls;
  begun.mockRestore();
  return length > 0;
};

test('HTML that was cleaned before is found in the cache', () => {
  const text = '<p>課程簡介，實地演練。<script>alert(1)</script></p>';
  expect([isCleaned(text), isCleaned(text), isCleaned(`${text}<p></p>`)]).toEqual([true, false, true]);
});

test('only the latest cleaned texts are cached', () => {
  const long = (n: number) => `<p>${'課程簡介'.repeat(225_000)}${n}</p>`;
  for (let n = 0; n < 20; n += 1) expect(isCleaned(long(n))).toBe(true);
  expect([isCleaned(long(19)), isCleaned(long(0))]).toEqual([false, true]);
});
