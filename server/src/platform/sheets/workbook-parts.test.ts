import { expect, test } from 'vitest';
import { readStyles, readTexts, readWorkbook } from './workbook-parts.ts';
import { sheetRowsOf } from './workbook-rows.ts';

const archiveOf = (parts: Readonly<Record<string, string>>) => ({
  sizeOf: (name: string) => Buffer.byteLength(parts[name] ?? ''),
  read: async function* (name: string) {
    for (const character of parts[name] ?? '') yield Buffer.from(character);
  },
});

const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://example.com/${type}" Target="${target}"/>`;

test('a workbook says where its sheets are, which are hidden, and from when its days count', async () => {
  const archive = archiveOf({
    '_rels/.rels': relation('r1', 'officeDocument', '/xl/workbook2.xml'),
    'xl/_rels/workbook2.xml.rels': [
      relation('r1', 'worksheet', '/xl/a.xml'),
      relation('r2', 'worksheet', '../sheets/b.xml'),
      relation('r3', 'sharedStrings', 'texts.xml'),
      relation('r4', 'chartsheet', 'chart.xml'),
    ].join(''),
    'xl/workbook2.xml':
      '<x:workbookPr date1904="1"/><x:sheet name="A &amp; B" r:id="r1"/><x:sheet name="C" state="veryHidden" r:id="r2"/><x:sheet name="D" r:id="r4"/>',
  });
  expect(await readWorkbook(archive)).toEqual({
    sheets: [
      { name: 'A & B', isHidden: false, part: 'xl/a.xml' },
      { name: 'C', isHidden: true, part: 'sheets/b.xml' },
    ],
    firstYear: 1904,
    texts: 'xl/texts.xml',
    styles: null,
  });
});

test('an archive of another kind is no workbook', async () => {
  expect(await readWorkbook(archiveOf({ 'word/document.xml': '<a/>' }))).toBeNull();
});

test('texts have no phonetic hints and no formats', async () => {
  const textAt = await readTexts(
    archiveOf({
      texts:
        '<si><t>王</t><rPh><t>ㄨㄤˊ</t></rPh></si><si><r><rPr><b/></rPr><t>小</t></r><r><t>明</t></r></si><si/><si><t>a_x000D_b</t></si>',
    }),
    'texts',
  );
  expect([0, 1, 2, 3, 4, -1, 0.5, Number.NaN].map(textAt)).toEqual([
    '王',
    '小明',
    '',
    'a\rb',
    '',
    '',
    '',
    '',
  ]);
});

test.each<[string, string, { isDate: boolean; width: number }]>([
  ['no format', '<xf/>', { isDate: false, width: 0 }],
  ['a date of Excel', '<xf numFmtId="14"/>', { isDate: true, width: 0 }],
  ['a number of Excel', '<xf numFmtId="2"/>', { isDate: false, width: 0 }],
  ['yyyy/mm/dd', '<xf numFmtId="165"/>', { isDate: true, width: 0 }],
  ['zeros', '<xf numFmtId="166"/>', { isDate: false, width: 5 }],
  ['one zero', '<xf numFmtId="167"/>', { isDate: false, width: 0 }],
  ['a quoted word', '<xf numFmtId="168"/>', { isDate: false, width: 0 }],
  ['hours', '<xf numFmtId="169"/>', { isDate: true, width: 0 }],
])('the style %s', async (_, xf, style) => {
  const codes = ['[$-404]yyyy/mm/dd;@', '00000', '0', '0&quot;days&quot;', '[h]:mm'];
  const formats = codes.map((code, at) => `<numFmt numFmtId="${165 + at}" formatCode="${code}"/>`);
  const styles = `<numFmts>${formats.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${xf}</cellXfs>`;
  expect(await readStyles(archiveOf({ styles }), 'styles')).toEqual([style]);
});

const rowsOf = async (xml: string) => {
  const options = {
    textAt: (index: number) => ['甲', '乙'][index] ?? '',
    styles: [
      { isDate: false, width: 0 },
      { isDate: true, width: 0 },
      { isDate: false, width: 5 },
    ],
    ...{ firstYear: 1900 as const, maxColumns: 4 },
  };
  const rows: string[] = [];
  const archive = archiveOf({ sheet: `<sheetData>${xml}</sheetData><row><c><v>9</v></c></row>` });
  for await (const { index, cells } of sheetRowsOf(archive.read('sheet'), options))
    rows.push(`${index}: ${cells.join('|')}`);
  return rows;
};

test.each<[string, string, string[]]>([
  ['references', '<row r="3"><c r="B3"><v>1</v></c><c r="D3"><v>2</v></c></row>', ['2: |1||2']],
  ['no references', '<row><c><v>1</v></c><c/><c><v>2</v></c></row><row/>', ['0: 1||2', '1: ']],
  ['more columns than are read', '<row><c r="D1"><v>1</v></c><c r="XFD1"><v>2</v></c></row>', ['0: |||1']],
  [
    'texts',
    '<row><c t="s"><v>1</v></c><c t="s"/><c t="inlineStr"><is><r><t>a</t></r><r><t>b</t></r></is></c><c t="str"><f>1&lt;2</f><v>c_x0009_d</v></c></row>',
    ['0: 乙||ab|c\td'],
  ],
  [
    'numbers',
    '<row><c s="1"><v>46357</v></c><c s="2"><v>912</v></c><c><v>1234567890123456</v></c><c><v>x</v></c></row>',
    ['0: 2026-12-01|00912|1.234567890123456e+15|x'],
  ],
  [
    'truth and errors',
    '<row><c t="b"><v>1</v></c><c t="b"><v>0</v></c><c t="e"><v>#N/A</v></c></row>',
    ['0: true|false|#N/A'],
  ],
])('a row with %s', async (_, xml, rows) => {
  expect(await rowsOf(xml)).toEqual(rows);
});
