import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from './identity-vectors.json' with { type: 'json' };
import {
  cleanText,
  codePoints,
  escapeHtml,
  hasForbiddenCharacters,
  isEnglishName,
  isPersonName,
  isPostalCode,
  lastFive,
  looksLikeAddress,
} from './primitives.ts';

const anyString = fc.string({ unit: 'binary' });

describe('cleanText', () => {
  test.each([
    ['  王小明\n', '王小明'],
    ['\u3000王小明\u3000', '王小明'],
    ['e\u0301', '\u00e9'],
    ['Ａ', 'Ａ'],
    ['', ''],
  ])('%j becomes %j', (typed, stored) => {
    expect(cleanText(typed)).toBe(stored);
  });

  test('changes nothing the second time', () => {
    fc.assert(fc.property(anyString, (text) => cleanText(cleanText(text)) === cleanText(text)));
  });
});

describe('hasForbiddenCharacters', () => {
  test.each(['王小明', '𠮷田', 'O’Brien · 👨‍👩‍👧', '\u200e', ''])('lets %j pass', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(false);
    expect(hasForbiddenCharacters(text, true)).toBe(false);
  });

  test.each([
    '\0',
    'a\u0007',
    '\u001b[31m',
    '\u007f',
    '\u0085',
    '\ud800',
    'a\udc00',
    '\u202egnp',
    '\u2066a\u2069',
    '王\ufffd明',
  ])('refuses %j, in lines too', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(true);
    expect(hasForbiddenCharacters(text, true)).toBe(true);
    expect(hasForbiddenCharacters(`a\n${text}`, true)).toBe(true);
  });

  test.each(['a\nb', 'a\tb', 'a\r\nb'])('lets %j pass in lines alone', (text) => {
    expect(hasForbiddenCharacters(text)).toBe(true);
    expect(hasForbiddenCharacters(text, true)).toBe(false);
  });

  test('answers the same every time', () => {
    fc.assert(
      fc.property(anyString, fc.boolean(), (text, lines) => {
        expect(hasForbiddenCharacters(text, lines)).toBe(hasForbiddenCharacters(text, lines));
      }),
    );
  });
});

test.each([
  ['', 0],
  ['王小明', 3],
  ['𠮷', 1],
  ['\ud800', 1],
])('%j has %i code points', (text, length) => {
  expect(codePoints(text)).toBe(length);
});

describe('isPersonName', () => {
  test.each([
    '王小明',
    '𠮷田',
    '王　明',
    '瓦歷斯·諾幹',
    '夏曼‧藍波安',
    '林．巴奈',
    '谷辣斯 尤達卡',
    'NGUYEN, VAN AN',
    "Seán O'Brien",
    'O’Brien Jr.',
    'Jean-Luc',
    'สมชาย',
    'José',
    '王〇明',
    '〇明',
    'A',
    'A'.repeat(50),
    '𠮷'.repeat(50),
  ])('accepts %s', (name) => {
    expect(isPersonName(name)).toBe(true);
  });

  test.each([
    '',
    ' ',
    ' 王',
    '·王明',
    '-',
    '\u0301a',
    '王1',
    '<b>',
    '王😀',
    '王\n明',
    '王\u202e明',
    'A'.repeat(51),
    '𠮷'.repeat(51),
    '\ud800',
  ])('refuses %j', (name) => {
    expect(isPersonName(name)).toBe(false);
  });
});

describe('looksLikeAddress', () => {
  test.each([
    '恭喜中獎請速至evil-gift.com',
    '恭喜中獎請速至evil-gift．com',
    '恭喜中獎請速至evil-gift。com',
    '恭喜中獎請速至evil-gift｡com',
    '恭喜中獎請速至ｅｖｉｌ．ｃｏｍ',
    '恭喜中獎請速至evil-gift點com',
    '恭喜中獎 evil 点 tw',
    '恭喜中獎請速至evil·com',
    '恭喜中獎請速至evil‧com',
    '請速至中獎.台灣',
    '請速至中獎。公司',
    'evil.co\u200bm',
    'evil.соm',
    'evil.photography',
    'www evil gift',
    '請看WWW',
    'ｗｗｗ',
    'gift@evil',
    'gift＠evil',
    'http:evil',
    'evil/gift',
    'Win-Now.Xyz',
    'Wang. Com',
  ])('finds an address in %j', (name) => {
    expect(looksLikeAddress(name)).toBe(true);
  });

  test.each([
    '王小明',
    '王·小明',
    '瓦歷斯．諾幹',
    '瓦歷斯.諾幹',
    '夏曼‧藍波安',
    '王〇明',
    '曾點',
    '點點 Chen',
    "Mary-Jane O'Neil",
    'O’Brien Jr.',
    'J. R. R. Tolkien',
    'J.R.R. Tolkien',
    'NGUYEN, VAN AN',
    'Maria·Lopez',
    'Wang H. M.',
    'Comte, Auguste',
    'St. John',
    'สมชาย',
  ])('finds no address in %j', (name) => {
    expect(looksLikeAddress(name)).toBe(false);
  });
});

describe('isEnglishName', () => {
  test.each(['WANG, HSIAO-MING', "O'Brien", 'Wang H. M.', 'A', 'A'.repeat(60)])('accepts %s', (name) => {
    expect(isEnglishName(name)).toBe(true);
  });

  test.each(['', ' ', '王', 'Wang1', 'José', '-Wang', 'Wang\n', 'A'.repeat(61)])('refuses %j', (name) => {
    expect(isEnglishName(name)).toBe(false);
  });
});

describe('isPostalCode', () => {
  test.each(['100', '209', '300', '600', '817', '983', '100001', '983000'])('accepts %s', (code) => {
    expect(isPostalCode(code)).toBe(true);
  });

  test.each(['', '99', '1000', '10000', '1000001', '000001', '10a', '１００', '000', '100\n'])(
    'refuses %j',
    (code) => {
      expect(isPostalCode(code)).toBe(false);
    },
  );
});

describe('escapeHtml', () => {
  test.each([
    ['<a href="x">\'&amp;</a>', '&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;&lt;/a&gt;'],
    ['王小明', '王小明'],
  ])('%j becomes %j', (text, html) => {
    expect(escapeHtml(text)).toBe(html);
  });

  test('leaves no character that could open or close a tag', () => {
    fc.assert(fc.property(anyString, (text) => !/[<>"']/.test(escapeHtml(text))));
  });
});

describe('lastFive', () => {
  test.each([...vectors.last_five, [0, '00000'], [99_999, '99999'], [-0, '00000']])(
    '%j is %j',
    (input, digits) => {
      expect(lastFive(input)).toBe(digits);
    },
  );

  test.each([
    ...vectors.last_five_invalid,
    100_000,
    1.5,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '12345\n',
    null,
    undefined,
    true,
    [1],
    { length: 1 },
    5n,
  ])('refuses %o', (input) => {
    expect(lastFive(input)).toBeNull();
  });

  test('keeps every number in range', () => {
    fc.assert(
      fc.property(fc.nat(99_999), (number) => {
        expect(Number(lastFive(number))).toBe(number);
        expect(lastFive(lastFive(number))).toBe(lastFive(number));
      }),
    );
  });

  test('never throws for any input', () => {
    fc.assert(
      fc.property(fc.anything(), (input) => {
        lastFive(input);
      }),
    );
  });
});

test('never throws for any input', () => {
  fc.assert(
    fc.property(anyString, (text) => {
      for (const rule of [cleanText, codePoints, isPersonName, isEnglishName, isPostalCode]) rule(text);
    }),
  );
});
