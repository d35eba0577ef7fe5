import type { StatementPreview } from '@portal/contract/office/statements';
import { HorizontalScroll } from '../../lists/horizontal-scroll.tsx';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.import;

/** Skipped rows are grey. */
export const RawRows = ({
  preview: { rows, firstRow, head, skipped, shape },
}: {
  preview: StatementPreview;
}) => {
  const width = Math.max(1, ...rows.map(({ length }) => length));
  const columns = [...Array(width).keys()];
  const skippedRows = new Set(skipped.map(({ row }) => row));
  return (
    <section className="space-y-3">
      <h2>{text.raw}</h2>
      <HorizontalScroll label={text.rawCaption}>
        <table className="w-full text-sm">
          <caption className="sr-only">{text.rawCaption}</caption>
          <thead>
            <tr className="border-line border-b bg-paper">
              <th className="px-2 py-1" scope="col">
                {paymentsText.line.row}
              </th>
              {columns.map((at) => (
                <th className="whitespace-nowrap px-2 py-1 font-normal text-ink-soft" key={at} scope="col">
                  {text.column(at, head[at] ?? '')}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => {
              const number = firstRow + at;
              const isSkipped = number <= shape.skip || skippedRows.has(number);
              return (
                <tr
                  className={`border-line border-b ${isSkipped ? 'bg-paper text-ink-soft' : ''}`}
                  key={number}
                >
                  <th className="whitespace-nowrap px-2 py-1 font-normal" scope="row">
                    {number}
                    {isSkipped && <span className="sr-only">（{text.skipped}）</span>}
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
