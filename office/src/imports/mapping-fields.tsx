import {
  fieldsOf,
  type ImportKind,
  type ImportPreview,
  type ImportShape,
} from '@portal/contract/office/imports';
import { encodings } from '@portal/contract/office/statements';
import { TextField } from '@portal/kit/ui/field.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { importsText as text } from '../text/zh-TW/imports.ts';

interface MappingFieldsProps {
  kind: ImportKind;
  preview: ImportPreview;
  onChange: (shape: ImportShape) => void;
}

const columnOptions = ({ rows, head }: ImportPreview) => {
  const width = Math.max(1, head.length, ...rows.map(({ length }) => length));
  return [...Array(width).keys()].map((at) => ({ value: `${at}`, label: text.column(at, head[at] ?? '') }));
};

const withColumn = (shape: ImportShape, field: string, value: string): ImportShape => {
  const { [field]: _, ...rest } = shape.columns;
  return { ...shape, columns: value === '' ? rest : { ...rest, [field]: Number(value) } };
};

/** Lets staff choose the column of the file for each field. */
export const MappingFields = ({ kind, preview, onChange }: MappingFieldsProps) => {
  const { shape } = preview;
  const options = columnOptions(preview);
  return (
    <section>
      <h2>{text.mapping}</h2>
      <p className="text-ink-soft">{text.mappingHint}</p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {Object.entries(fieldsOf(kind)).map(([field, { label, required }]) => (
          <SelectField
            key={field}
            label={required ? text.required(label) : label}
            onChange={({ currentTarget: { value } }) => onChange(withColumn(shape, field, value))}
            options={options}
            placeholder={text.noColumn}
            value={`${shape.columns[field] ?? ''}`}
          />
        ))}
        <FileFields onChange={onChange} preview={preview} />
      </div>
    </section>
  );
};

const MAX_SKIP = 200;

const FileFields = ({ preview: { shape, sheets }, onChange }: Omit<MappingFieldsProps, 'kind'>) => (
  <>
    {sheets.length > 1 && (
      <SelectField
        label={text.sheet}
        onChange={({ currentTarget: { value } }) => onChange({ ...shape, sheet: value })}
        options={sheets.map((name) => ({ value: name, label: name }))}
        placeholder={null}
        value={shape.sheet ?? ''}
      />
    )}
    {sheets.length === 0 && (
      <SelectField
        label={text.encoding}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...shape, encoding: value === 'big5' ? 'big5' : 'utf-8' })
        }
        options={encodings.map((value) => ({ value, label: text.encodings[value] }))}
        placeholder={null}
        value={shape.encoding}
      />
    )}
    <TextField
      digitsOnly
      label={text.skip}
      maxLength={3}
      onChange={({ currentTarget: { value } }) =>
        onChange({ ...shape, skip: Math.min(MAX_SKIP, Number(value)) })
      }
      value={`${shape.skip}`}
    />
  </>
);
