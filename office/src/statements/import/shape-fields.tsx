import {
  amountSigns,
  dateOrders,
  encodings,
  type StatementPreview,
  type StatementShape,
  separators,
} from '@portal/contract/office/statements';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useState } from 'react';
import { paymentsText } from '../../text/zh-TW/payments.ts';

const text = paymentsText.import;
type Columns = StatementShape['columns'];
type SingleColumn = Exclude<keyof Columns, 'memo'>;

interface ShapeFieldsProps {
  preview: StatementPreview;
  onChange: (shape: StatementShape) => void;
}

interface PartProps {
  shape: StatementShape;
  onChange: (shape: StatementShape) => void;
}

const singles: readonly SingleColumn[] = [
  ...(['date', 'credit', 'debit', 'amount', 'direction', 'balance'] as const),
  ...(['account', 'name', 'currency'] as const),
];

/** Names columns by their heads, if the row above the first line has some. */
const columnOptions = ({ rows, head }: StatementPreview) => {
  const width = Math.max(1, ...rows.map(({ length }) => length));
  return [...Array(width).keys()].map((at) => ({ value: `${at}`, label: text.column(at, head[at] ?? '') }));
};

const optionsOf = <K extends string>(values: readonly K[], labels: Readonly<Record<K, string>>) =>
  values.map((value) => ({ value, label: labels[value] }));

interface ShapeChoiceProps<K extends string> {
  label: string;
  options: readonly K[];
  labels: Readonly<Record<K, string>>;
  value: K;
  onChange: (value: K) => void;
}

const ShapeChoice = <K extends string>({ label, options, labels, value, onChange }: ShapeChoiceProps<K>) => (
  <SelectField
    label={label}
    onChange={({ currentTarget }) => onChange(currentTarget.value as K)}
    options={optionsOf(options, labels)}
    placeholder={null}
    value={value}
  />
);

const MAX_ROWS = 200;

const RowCount = ({ shape, onChange, of }: PartProps & { of: 'skip' | 'skipEnd' }) => (
  <TextField
    digitsOnly
    label={text[of]}
    maxLength={3}
    onChange={({ currentTarget: { value } }) =>
      onChange({ ...shape, [of]: Math.min(MAX_ROWS, Number(value)) })
    }
    value={`${shape[of]}`}
  />
);

const FileFields = ({ preview, onChange }: ShapeFieldsProps) => {
  const { shape, sheets } = preview;
  return (
    <>
      {sheets.length > 1 ? (
        <SelectField
          label={text.sheet}
          onChange={({ currentTarget: { value } }) => onChange({ ...shape, sheet: value })}
          options={sheets.map((name) => ({ value: name, label: name }))}
          placeholder={null}
          value={shape.sheet ?? ''}
        />
      ) : (
        <>
          <ShapeChoice
            label={text.encoding}
            labels={text.encodings}
            onChange={(encoding) => onChange({ ...shape, encoding })}
            options={encodings}
            value={shape.encoding}
          />
          <ShapeChoice
            label={text.separator}
            labels={text.separators}
            onChange={(separator) => onChange({ ...shape, separator })}
            options={separators}
            value={shape.separator}
          />
        </>
      )}
      <RowCount of="skip" onChange={onChange} shape={shape} />
      <RowCount of="skipEnd" onChange={onChange} shape={shape} />
    </>
  );
};

const AmountFields = ({ shape, onChange }: PartProps) => (
  <>
    <ShapeChoice
      label={text.dates}
      labels={text.dateKinds}
      onChange={(dates) => onChange({ ...shape, dates })}
      options={dateOrders}
      value={shape.dates}
    />
    <ShapeChoice
      label={text.unit}
      labels={text.units}
      onChange={(unit) => onChange({ ...shape, hundredths: unit === 'hundredths' })}
      options={['whole', 'hundredths'] as const}
      value={shape.hundredths ? 'hundredths' : 'whole'}
    />
    {shape.columns.amount !== null && shape.columns.direction === null && (
      <ShapeChoice
        label={text.sign}
        labels={text.signs}
        onChange={(sign) => onChange({ ...shape, sign })}
        options={amountSigns}
        value={shape.sign}
      />
    )}
    {shape.columns.direction !== null && <DirectionFields onChange={onChange} shape={shape} />}
  </>
);

const wordsOf = (typed: string): string[] =>
  [...new Set(typed.split(/[、,，\s]+/).filter(Boolean))].slice(0, 12);

const DirectionWords = ({ shape, onChange, side }: PartProps & { side: 'in' | 'out' }) => {
  const words = shape.direction[side].join('、');
  const [typed, setTyped] = useState(words);
  return (
    <TextField
      hint={text.directionHint}
      label={side === 'in' ? text.directionIn : text.directionOut}
      maxLength={100}
      onBlur={() => {
        if (typed !== words)
          onChange({ ...shape, direction: { ...shape.direction, [side]: wordsOf(typed) } });
      }}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      value={typed}
    />
  );
};

const DirectionFields = ({ shape, onChange }: PartProps) =>
  (['in', 'out'] as const).map((side) => (
    <DirectionWords key={`${side} ${shape.direction[side]}`} onChange={onChange} shape={shape} side={side} />
  ));

const ColumnFields = ({ preview, onChange }: ShapeFieldsProps) => {
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
    <>
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
    </>
  );
};

export const ShapeFields = ({ preview, onChange }: ShapeFieldsProps) => (
  <section>
    <h2>{text.shape}</h2>
    <p className="text-ink-soft">{text.shapeHint}</p>
    <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <ColumnFields onChange={onChange} preview={preview} />
      <AmountFields onChange={onChange} shape={preview.shape} />
      <FileFields onChange={onChange} preview={preview} />
    </div>
  </section>
);
