import { encodings, type StatementShape, separators } from '@portal/contract/office/statement-shape';
import type { StatementPreview } from '@portal/contract/office/statements';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { paymentsText } from '../text/zh-TW/payments.ts';

const text = paymentsText.import;
type Columns = StatementShape['columns'];
type SingleColumn = Exclude<keyof Columns, 'memo'>;

interface ShapeFieldsProps {
  preview: StatementPreview;
  onChange: (shape: StatementShape) => void;
}

const singles: readonly SingleColumn[] = ['date', 'credit', 'debit', 'amount', 'balance', 'account', 'name'];

/** With their heads, if the row above the first line has some. */
const columnOptions = ({ rows, firstRow, shape }: StatementPreview) => {
  const head = rows[shape.skip - firstRow] ?? [];
  const width = Math.max(1, ...rows.map(({ length }) => length));
  return [...Array(width).keys()].map((at) => ({ value: `${at}`, label: text.column(at, head[at] ?? '') }));
};

const optionsOf = <K extends string>(values: readonly K[], labels: Readonly<Record<K, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

export const ShapeFields = ({ preview, onChange }: ShapeFieldsProps) => {
  const { shape } = preview;
  const options = columnOptions(preview);
  const setColumns = (columns: Partial<Columns>) =>
    onChange({ ...shape, columns: { ...shape.columns, ...columns } });
  const numberOf = (value: string) => (value === '' ? null : Number(value));
  const setSingle = (kind: SingleColumn, value: string) =>
    setColumns(kind === 'date' ? { date: Number(value) } : { [kind]: numberOf(value) });
  const setMemo = (at: number, value: string) => {
    const kept = shape.columns.memo.filter((_, index) => index !== at);
    setColumns({ memo: value === '' ? kept : kept.toSpliced(at, 0, Number(value)) });
  };
  return (
    <section>
      <h2>{text.shape}</h2>
      <p className="text-ink-soft">{text.shapeHint}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <SelectField
          label={text.encoding}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...shape, encoding: value as StatementShape['encoding'] })
          }
          options={optionsOf(encodings, text.encodings)}
          placeholder={null}
          value={shape.encoding}
        />
        <SelectField
          label={text.separator}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...shape, separator: value as StatementShape['separator'] })
          }
          options={optionsOf(separators, text.separators)}
          placeholder={null}
          value={shape.separator}
        />
        <SelectField
          label={text.dates}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...shape, dates: value as StatementShape['dates'] })
          }
          options={optionsOf(['western', 'minguo'] as const, text.dateKinds)}
          placeholder={null}
          value={shape.dates}
        />
        <TextField
          digitsOnly
          label={text.skip}
          maxLength={3}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...shape, skip: Math.min(200, Number(value)) })
          }
          value={`${shape.skip}`}
        />
        {singles.map((kind) => (
          <SelectField
            key={kind}
            label={text.columns[kind]}
            onChange={({ currentTarget: { value } }) => setSingle(kind, value)}
            options={options}
            placeholder={kind === 'date' ? null : text.noColumn}
            value={`${shape.columns[kind] ?? ''}`}
          />
        ))}
        {[...shape.columns.memo, null].slice(0, 4).map((column, at) => (
          <SelectField
            key={`memo ${column ?? 'new'}`}
            label={text.columns.memo}
            onChange={({ currentTarget: { value } }) => setMemo(at, value)}
            options={options}
            placeholder={text.noColumn}
            value={column === null ? '' : `${column}`}
          />
        ))}
      </div>
    </section>
  );
};
