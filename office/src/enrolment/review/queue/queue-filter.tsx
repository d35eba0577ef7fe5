import type { AnswerOf } from '@portal/contract/endpoint';
import { QueueMark, type reviewFilters } from '@portal/contract/office/enrolment';
import { Button } from '@portal/kit/ui/button.tsx';
import type { Option } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { OptionsFault } from '@portal/kit/ui/options-fault.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { useScope } from '../../../platform/scope.ts';
import { reviewsText } from '../../../text/zh-TW/reviews.ts';
import { reviewFiltersQuery } from '../../api/get-review-filters.ts';
import type { FilterName, ReviewFilter } from '../review-place.ts';

const text = reviewsText.filter;

interface QueueFilterProps {
  filter: ReviewFilter;
  onChange: (filter: ReviewFilter) => void;
}

/** Each choice applies at once. */
export const QueueFilter = ({ filter, onChange }: QueueFilterProps) => {
  const { inScope } = useScope();
  const filters = useQuery(reviewFiltersQuery(inScope));
  const active = Object.keys(filter).length;
  return (
    <search aria-label={text.label} className="block">
      <details className="group">
        <summary className="-ms-2 flex min-h-11 w-fit list-none items-center gap-2 rounded-md px-2 font-semibold text-sea-800 hover:bg-sea-50 [&::-webkit-details-marker]:hidden">
          <Icon className="size-5 group-open:rotate-180" name="chevron-down" />
          {active > 0 ? text.active(active) : text.open}
        </summary>
        <div className="mb-3 grid gap-3 sm:max-lg:grid-cols-2">
          {filters.data && (
            <FilterChoices
              filter={filter}
              filters={filters.data}
              hasBranches={inScope.organization === undefined}
              onChange={onChange}
            />
          )}
          <OptionsFault loads={[filters]} text={text.failed} />
        </div>
      </details>
      {active > 0 && (
        <Button className="-ms-3" onClick={() => onChange({})} variant="quiet">
          {reviewsText.queue.clear}
        </Button>
      )}
    </search>
  );
};

type Filters = AnswerOf<typeof reviewFilters>;

const branchesOf = ({ organizations }: Filters): [FilterName, Option[]] => [
  'organization',
  organizations.map(({ id, name, ...rest }) => optionOf(`${id}`, name, rest)),
];

const optionsOf = ({ classes, courses, groups }: Filters): [FilterName, Option[]][] => [
  ['course', courses.map(({ code, name, ...rest }) => optionOf(code, name, rest))],
  ['class', classes.map(({ code, name, ...rest }) => optionOf(code, `${code} ${name}`, rest))],
  ['group', groups.map(({ code, name, ...rest }) => optionOf(code, name, rest))],
  ['days', [3, 7, 14].map((days) => ({ value: `${days}`, label: text.atLeastDays(days) }))],
  ['mark', QueueMark.options.map((mark) => ({ value: mark, label: text.marks[mark] }))],
];

const optionOf = (
  value: string,
  name: string,
  { waiting, isMore }: { waiting: number; isMore: boolean },
): Option => ({ value, label: text.waiting(name, waiting, isMore) });

/** A filter of the address stays selectable without waiting registrations. */
const withChosen = (options: readonly Option[], chosen: string | undefined): readonly Option[] =>
  chosen === undefined || options.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen }];

interface FilterChoicesProps extends QueueFilterProps {
  filters: Filters;
  hasBranches: boolean;
}

const FilterChoices = ({ filter, filters, hasBranches, onChange }: FilterChoicesProps) =>
  [...(hasBranches ? [branchesOf(filters)] : []), ...optionsOf(filters)].map(([name, options]) => (
    <SelectField
      key={name}
      label={text[name]}
      name={name}
      onChange={({ currentTarget: { value } }) => {
        const { [name]: _, ...others } = filter;
        onChange(value === '' ? others : { ...others, [name]: value });
      }}
      options={withChosen(options, filter[name])}
      placeholder={text.all}
      value={filter[name] ?? ''}
    />
  ));
