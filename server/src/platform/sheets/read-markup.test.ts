import { expect, test } from 'vitest';
import { createMarkupReader } from './read-markup.ts';

const callsOf = (...parts: Uint8Array[]): string[] => {
  const calls: string[] = [];
  const read = createMarkupReader({
    open: (name, attributes) => calls.push(`<${name} ${JSON.stringify(Object.fromEntries(attributes))}`),
    close: (name) => calls.push(`>${name}`),
    text: (text) => calls.push(text),
  });
  for (const part of parts) read(Buffer.from(part));
  return calls;
};

test.each<[string, string, string[]]>([
  ['a tag with attributes', `<x:c r="A1" t='s' x:y = "1">`, ['<c {"r":"A1","t":"s","x:y":"1"}']],
  ['an empty tag', '<row r="1"/>', ['<row {"r":"1"}', '>row']],
  ['an attribute without a space before it', '<c t="s"r="A1"/>', ['<c {"t":"s","r":"A1"}', '>c']],
  ['an attribute without quotes or value', '<c a=1 b>', ['<c {"a":"1","b":""}']],
  ['a bracket in an attribute', '<c a=">"/>', ['<c {"a":">"}', '>c']],
  ['entities', '<t a="&lt;">&amp;&#x7532;&#134071;</t>', ['<t {"a":"<"}', '&甲𠮷', '>t']],
  ['a section', '<t><![CDATA[<b>&amp;]]></t>', ['<t {}', '<b>&amp;', '>t']],
  ['what says nothing', '<?xml version="1.0"?><!DOCTYPE x><!-- <a> --><t/>', ['<t {}', '>t']],
  ['the end of a tag with spaces', '<t></x:t >', ['<t {}', '>t']],
  ['a tag without an end', '<t>a<c r="', ['<t {}', 'a']],
])('reads %s', (_, xml, calls) => {
  expect(callsOf(Buffer.from(xml))).toEqual(calls);
});

test('entities that do not exist stay as they are', () => {
  expect(callsOf(Buffer.from('&constructor;&#9999999;&;<t>'))).toEqual([
    '&constructor;&#9999999;&;',
    '<t {}',
  ]);
});

test('the parts may be cut anywhere', () => {
  const bytes = Buffer.from('<?x > ?><a b="&lt;甲>"><![CDATA[ ]]x> ]]><!-- > -->𠮷&amp;乙</a>');
  const whole = callsOf(bytes);
  for (let at = 1; at < bytes.length; at += 1)
    expect([at, callsOf(bytes.subarray(0, at), bytes.subarray(at))]).toEqual([at, whole]);
  expect(callsOf(...[...bytes].map((byte) => Uint8Array.of(byte)))).toEqual(whole);
});
