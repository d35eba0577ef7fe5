import { Button } from '@portal/kit/ui/button.tsx';
import { type Option, SelectField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { catalogue } from '../text/zh-TW/catalogue.ts';
import { coursesQuery } from './api/get-courses.ts';
import { organizationsQuery } from './api/get-organizations.ts';
import type { ClassFilter } from './list-place.ts';

/** A value of the address stays choosable while the lookups are on their way, or when they do not know it. */
const withChosen = (options: readonly Option[], chosen: string | undefined): readonly Option[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];

interface ClassFilterFormProps {
  /** The filter applied to the list. */
  filter: ClassFilter;
  onSearch: (filter: ClassFilter) => void;
}

/** 會別, 訓練項目 and 查詢. What is chosen counts when it is searched for. */
export const ClassFilterForm = ({ filter, onSearch }: ClassFilterFormProps) => {
  const organizations = useQuery(organizationsQuery);
  const courses = useQuery(coursesQuery);
  const [chosen, setChosen] = useChoice(filter);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(chosen);
  };
  return (
    <search aria-label={catalogue.filter} className="block print:hidden">
      <form
        className="grid items-end gap-4 rounded-lg border border-line bg-surface p-4 shadow-card sm:grid-cols-[1fr_1fr_auto]"
        onSubmit={submit}
      >
        <SelectField
          label={catalogue.organization}
          name="organization"
          onChange={({ currentTarget }) => setChosen({ ...chosen, organization: currentTarget.value })}
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
          onChange={({ currentTarget }) => setChosen({ ...chosen, trainclass: currentTarget.value })}
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
        <Button className="sm:py-2.75" type="submit">
          <Icon name="search" />
          {catalogue.search}
        </Button>
        <OptionsFault
          className="sm:col-span-full"
          loads={[organizations, courses]}
          text={catalogue.optionsFailed}
        />
      </form>
    </search>
  );
};

/** The choice before 查詢 is pressed; back and forward restore the applied filter. */
const useChoice = (filter: ClassFilter) => {
  const { organization, trainclass } = filter;
  const [chosen, setChosen] = useState<ClassFilter>(filter);
  const [shown, setShown] = useState(filter);
  if (shown.organization !== organization || shown.trainclass !== trainclass) {
    setShown(filter);
    setChosen(filter);
  }
  return [chosen, setChosen] as const;
};
