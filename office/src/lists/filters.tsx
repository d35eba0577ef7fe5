import { Button } from '@portal/kit/ui/button.tsx';
import { DateField } from '@portal/kit/ui/date-field.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { type FormEvent, useState } from 'react';
import { listText } from '../text/zh-TW/lists.ts';
import type { FilterField } from './list.ts';
import type { ListQueryState } from './use-list-query.ts';
import './list-filters.css';

interface FiltersProps {
  fields: readonly FilterField[];
  state: ListQueryState;
}

/** Choices and days apply at once, a text when it is sent. */
export const Filters = ({ fields, state }: FiltersProps) => {
  const [isAllShown, setAllShown] = useState(false);
  const chosenIn = ({ name }: FilterField) => state.query[name] ?? '';
  const shown = fields.filter((field) => isAllShown || !isHidden(field) || chosenIn(field) !== '');
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const texts = new FormData(event.currentTarget);
    const searches = shown.filter(({ kind }) => kind === 'search');
    state.change(Object.fromEntries(searches.map(({ name }) => [name, `${texts.get(name) ?? ''}`.trim()])));
  };
  if (fields.every((field) => field.kind === 'linked' && chosenIn(field) === '')) return null;
  return (
    <search aria-label={listText.filters}>
      <form className="list-filters" onSubmit={send}>
        {shown.map((field) => (
          <Filter
            field={field}
            key={field.name}
            onChange={(value) => state.change({ [field.name]: value })}
            value={chosenIn(field)}
          />
        ))}
        {shown.some(({ kind }) => kind === 'search') && <Button type="submit">{listText.search}</Button>}
        {fields.some(isHidden) && (
          <Button aria-expanded={isAllShown} onClick={() => setAllShown(!isAllShown)} variant="quiet">
            {isAllShown ? listText.fewer : listText.more}
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

/** A further filter is hidden until it is in use or all filters are asked for. */
const isHidden = (field: FilterField): boolean => field.kind !== 'linked' && field.isFurther === true;

const chosenLook = (value: string) => (value === '' ? '' : 'list-filter-chosen');

interface FilterProps {
  field: FilterField;
  value: string;
  onChange: (value: string) => void;
}

const Filter = ({ field, value, onChange }: FilterProps) => {
  if (field.kind === 'choice') return <ChoiceFilter field={field} onChange={onChange} value={value} />;
  if (field.kind === 'day') return <DayFilter field={field} onChange={onChange} value={value} />;
  if (field.kind === 'linked') return value && <RemoveFilterButton field={field} onChange={onChange} />;
  return <SearchFilter field={field} value={value} />;
};

/** Keeps the typed text until the list gets another filter from elsewhere. */
const useTyped = (value: string) => {
  const [[typed, of], set] = useState([value, value] as const);
  if (of !== value) set([value, value]);
  return [of === value ? typed : value, (next: string) => set([next, value])] as const;
};

const SearchFilter = ({
  field,
  value,
}: Pick<FilterProps, 'value'> & { field: { kind: 'search' } & FilterField }) => {
  const [typed, setTyped] = useTyped(value);
  return (
    <TextField
      className={`col-span-2 sm:w-56 ${chosenLook(value)}`}
      label={field.label}
      name={field.name}
      onChange={({ target }) => setTyped(target.value)}
      placeholder={field.hint}
      type="search"
      value={typed}
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
      className={`sm:max-w-52 ${chosenLook(value)}`}
      name={field.name}
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
  const [typed, setTyped] = useTyped(value);
  const change = (day: string) => {
    setTyped(day);
    if (day !== value) onChange(day);
  };
  return (
    <DateField
      className={`col-span-2 sm:w-60 ${chosenLook(value)}`}
      label={field.label}
      name={field.name}
      onChange={change}
      value={typed}
    />
  );
};
