import type { ImportPreview } from '@portal/contract/office/imports';
import { HorizontalScroll } from '../lists/horizontal-scroll.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';

/** The first rows of the file as it is; rows before the data are grey. */
export const FileRows = ({ preview: { rows, firstRow, shape, head } }: { preview: ImportPreview }) => {
  const width = Math.max(1, head.length, ...rows.map(({ length }) => length));
  const columns = [...Array(width).keys()];
  return (
    <section className="space-y-3">
      <h2>{text.rows}</h2>
      <HorizontalScroll label={text.rowsCaption}>
        <table className="w-full text-sm">
          <caption className="sr-only">{text.rowsCaption}</caption>
          <thead>
            <tr className="border-line border-b bg-paper">
              <th className="px-2 py-1" scope="col">
                {text.row}
              </th>
              {columns.map((at) => (
                <th className="whitespace-nowrap px-2 py-1 font-normal text-ink-soft" key={at} scope="col">
                  {text.column(at, '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => {
              const number = firstRow + at;
              return (
                <tr
                  className={`border-line border-b ${number <= shape.skip ? 'bg-paper text-ink-soft' : ''}`}
                  key={number}
                >
                  <th className="px-2 py-1 font-normal" scope="row">
                    {number}
                  </th>
                  {columns.map((column) => (
                    <td className="whitespace-nowrap px-2 py-1" key={column}>
                      {row[column]}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      </HorizontalScroll>
    </section>
  );
};
