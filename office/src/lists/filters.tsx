import { Button } from '@portal/kit/ui/button.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { type FormEvent, useState } from 'react';
import { listText } from '../text/zh-TW/lists.ts';
import type { FilterField } from './list.ts';
import type { ListQueryState } from './use-list-query.ts';

interface FiltersProps {
  fields: readonly FilterField[];
  state: ListQueryState;
}

/** Choices and days apply at once, a text when it is sent. */
export const Filters = ({ fields, state }: FiltersProps) => {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = new FormData(event.currentTarget);
    const searches = fields.filter(({ kind }) => kind === 'search');
    state.change(Object.fromEntries(searches.map(({ name }) => [name, `${texts.get(name) ?? ''}`.trim()])));
  };
  return (
    <search aria-label={listText.filters}>
      <form className="grid grid-cols-2 items-end gap-3 sm:flex sm:flex-wrap" onSubmit={send}>
        {fields.map((field) => (
          <Filter
            field={field}
            key={`${field.name} ${field.kind === 'choice' ? '' : (state.query[field.name] ?? '')}`}
            onChange={(value) => state.change({ [field.name]: value })}
            value={state.query[field.name] ?? ''}
          />
        ))}
        {fields.some(({ kind }) => kind === 'search') && (
          <Button type="submit" variant="primary">
            {listText.search}
          </Button>
        )}
        {state.isFiltered && (
          <Button onClick={state.clear} variant="quiet">
            {listText.clear}
          </Button>
        )}
      </form>
    </search>
  );
};

interface FilterProps {
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

const Filter = ({ field, value, onChange }: FilterProps) => {
  if (field.kind === 'choice') return <ChoiceFilter field={field} onChange={onChange} value={value} />;
  if (field.kind === 'day') return <DayFilter field={field} onChange={onChange} value={value} />;
  if (field.kind === 'linked') return value && <RemoveFilterButton field={field} onChange={onChange} />;
  return (
    <TextField
      className="w-full sm:w-56"
      defaultValue={value}
      hint={field.hint}
      label={field.label}
      name={field.name}
      type="search"
    />
  );
};

const ChoiceFilter = ({
  field,
  value,
  onChange,
}: FilterProps & { field: { kind: 'choice' } & FilterField }) => {
  const options = field.useOptions();
  return (
    <SelectField
      className="w-full sm:w-44"
      label={field.label}
      onChange={(event) => onChange(event.target.value)}
      options={[{ value: '', label: listText.all }, ...options]}
      placeholder={null}
      value={value}
    />
  );
};

const RemoveFilterButton = ({ field: { label }, onChange }: Pick<FilterProps, 'field' | 'onChange'>) => (
  <Button aria-label={listText.removeFilter(label)} className="col-span-2" onClick={() => onChange('')}>
    {label}
    <Icon name="cross" />
  </Button>
);

/** Applies when it is complete or empty. */
const DayFilter = ({ field, value, onChange }: FilterProps) => {
  const [typed, setTyped] = useState(value);
  const change = (day: string) => {
    setTyped(day);
    if (day !== value) onChange(day);
  };
  return <DateField className="col-span-2 sm:w-52" label={field.label} onChange={change} value={typed} />;
};
