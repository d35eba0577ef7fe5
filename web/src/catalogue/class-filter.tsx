import { addMonths, today } from '@portal/contract/dates';
import { uiText } from '@portal/kit/text/zh-TW/ui.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { type Option, TextField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { coursesQuery } from './api/get-courses.ts';
import { organizationsQuery } from './api/get-organizations.ts';
import type { ClassFilter } from './list-place.ts';

/** A value of the address stays selectable while the lookups load, or if they lack it. */
const withChosen = (options: readonly Option[], chosen: string | undefined): readonly Option[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];

interface FieldProps {
  chosen: ClassFilter;
  onChoose: (filter: ClassFilter) => void;
}

const Word = ({ chosen, onChoose }: FieldProps) => (
  <TextField
    autoComplete="off"
    label={catalogue.word}
    maxLength={60}
    name="word"
    onChange={({ currentTarget }) => onChoose({ ...chosen, word: currentTarget.value })}
    placeholder={catalogue.wordHint}
    value={chosen.word ?? ''}
  />
);

const Month = ({ chosen, onChoose, filter }: FieldProps & { filter: ClassFilter }) => (
  <SelectField
    label={catalogue.month}
    name="month"
    onChange={({ currentTarget }) => onChoose({ ...chosen, month: currentTarget.value })}
    options={withChosen(months(today(new Date())), filter.month)}
    placeholder={catalogue.all}
    value={chosen.month ?? ''}
  />
);

const hasMore = ({ organization, trainclass, month }: ClassFilter): boolean =>
  Boolean(organization ?? trainclass ?? month);

interface ClassFilterFormProps {
  /** A phone shows the other fields on demand. */
  withWords?: boolean;
  filter: ClassFilter;
  onSearch: (filter: ClassFilter) => void;
}

/** A choice takes effect with the search. */
export const ClassFilterForm = ({ filter, onSearch, withWords = false }: ClassFilterFormProps) => {
  const [chosen, setChosen] = useChoice(filter);
  const [isMore, setMore] = useState(!withWords || hasMore(filter));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch({ ...chosen, word: chosen.word?.trim() });
  };
  const fields = { chosen, onChoose: setChosen, filter };
  return (
    <search aria-label={catalogue.filter} className="block print:hidden">
      <form
        className={`grid items-end gap-x-4 gap-y-3 rounded-lg border border-line bg-surface p-4 shadow-card ${withWords ? 'sm:grid-cols-2 lg:grid-cols-[1fr_1fr_1fr_10rem_auto]' : 'sm:grid-cols-[1fr_1fr_auto]'}`}
        onSubmit={submit}
      >
        {withWords && <Word {...fields} />}
        {withWords && <MoreButton isOpen={isMore} onToggle={() => setMore(!isMore)} />}
        <div className={`contents ${isMore ? '' : 'max-sm:hidden'}`}>
          <Choices {...fields} />
          {withWords && <Month {...fields} />}
        </div>
        <Button className="sm:py-2.75" type="submit">
          <Icon name="search" />
          {catalogue.search}
        </Button>
      </form>
    </search>
  );
};

const MoreButton = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => (
  <button
    aria-expanded={isOpen}
    className="-my-1 inline-flex min-h-11 items-center gap-1 justify-self-start font-semibold text-sea-800 sm:hidden"
    onClick={onToggle}
    title={isOpen ? uiText.collapse : uiText.expand}
    type="button"
  >
    {catalogue.moreFilters}
    <Icon className={`size-4 ${isOpen ? 'rotate-180' : ''}`} name="chevron-down" />
  </button>
);

const Choices = ({ chosen, onChoose, filter }: FieldProps & { filter: ClassFilter }) => {
  const organizations = useQuery(organizationsQuery);
  const courses = useQuery(coursesQuery);
  return (
    <>
      <SelectField
        label={catalogue.organization}
        name="organization"
        onChange={({ currentTarget }) => onChoose({ ...chosen, organization: currentTarget.value })}
        options={withChosen(
          (organizations.data ?? []).map(({ name }) => ({ value: name, label: name })),
          filter.organization,
        )}
        placeholder={catalogue.all}
        value={chosen.organization ?? ''}
      />
      <SelectField
        label={catalogue.course}
        name="trainclass"
        onChange={({ currentTarget }) => onChoose({ ...chosen, trainclass: currentTarget.value })}
        options={withChosen(
          (courses.data ?? []).map(({ code, chinese_name: name }) => ({
            value: code,
            label: catalogue.courseOption(code, name),
          })),
          filter.trainclass,
        )}
        placeholder={catalogue.all}
        value={chosen.trainclass ?? ''}
      />
      <OptionsFault
        className="sm:order-last sm:col-span-full"
        loads={[organizations, courses]}
        text={catalogue.optionsFailed}
      />
    </>
  );
};

const months = (day: string): Option[] =>
  Array.from({ length: 12 }, (_, ahead) => {
    const value = addMonths(`${day.slice(0, 7)}-01`, ahead).slice(0, 7);
    return { value, label: catalogue.monthOf(Number(value.slice(0, 4)), Number(value.slice(5))) };
  });

/** Back and forward restore the applied filter. */
const useChoice = (filter: ClassFilter) => {
  const [chosen, setChosen] = useState<ClassFilter>(filter);
  const [shown, setShown] = useState(filter);
  if (JSON.stringify(shown) !== JSON.stringify(filter)) {
    setShown(filter);
    setChosen(filter);
  }
  return [chosen, setChosen] as const;
};

interface ListOrderProps {
  filter: ClassFilter;
  onChange: (filter: ClassFilter) => void;
}

/** Applied at once. */
export const ListOrder = ({ filter, onChange }: ListOrderProps) => (
  <div className="mb-3 flex flex-wrap items-center gap-x-6 gap-y-2 print:hidden">
    <label className="inline-flex min-h-11 items-center gap-2">
      <input
        checked={filter.open === '1'}
        className="size-5 accent-sea-700"
        onChange={({ currentTarget }) =>
          onChange({ ...filter, open: currentTarget.checked ? '1' : undefined })
        }
        type="checkbox"
      />
      {catalogue.onlyOpen}
    </label>
    <fieldset className="flex flex-wrap items-center gap-x-4">
      <legend className="float-start me-3 text-ink-soft">{catalogue.order}</legend>
      {([undefined, 'start'] as const).map((sort) => (
        <label className="inline-flex min-h-11 items-center gap-2" key={sort ?? 'published'}>
          <input
            checked={filter.sort === sort}
            className="size-5 accent-sea-700"
            name="sort"
            onChange={() => onChange({ ...filter, sort })}
            type="radio"
          />
          {sort === 'start' ? catalogue.byStart : catalogue.byPublication}
        </label>
      ))}
    </fieldset>
  </div>
);
