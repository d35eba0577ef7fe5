import type { TaughtClass } from '@portal/contract/office/training';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../platform/loaded.tsx';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { useMay } from '../platform/session.ts';
import { teachingText as text } from '../text/zh-TW/teaching.ts';
import { taughtQuery } from './api/get-taught-classes.ts';
import { PaperButton } from './attendance/paper-button.tsx';

/** Each class leads to its attendance and its sign-in sheet. */
export const TodaysClasses = () => {
  const { inScope } = useScope();
  const query = useQuery(taughtQuery(inScope));
  return (
    <section className="mt-4">
      <h2>{text.today}</h2>
      <div className="mt-2">
        <Loaded query={query} rowClassName="h-10" rows={2}>
          {({ today }) =>
            today.length === 0 ? (
              <p className="text-ink-soft">{text.noneToday}</p>
            ) : (
              <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
                {today.map((trainingClass) => (
                  <ClassOfToday key={trainingClass.id} trainingClass={trainingClass} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  );
};

const ClassOfToday = ({ trainingClass }: { trainingClass: TaughtClass }) => {
  const { id, code, course, place, people, hoursToday } = trainingClass;
  const mayPrint = useMay('registration.read');
  return (
    <li className="grid items-center gap-x-4 px-3 py-1 max-lg:gap-y-1 max-lg:py-2 lg:grid-cols-[9rem_minmax(0,1fr)_auto]">
      <span className="font-semibold tabular">{hoursToday.join('、')}</span>
      <span className="min-w-0">
        <Link
          className="font-semibold text-sea-800 underline hover:no-underline"
          to={paths.trainingClass.to({ id })}
        >
          {code}
        </Link>{' '}
        {course}
        <span className="block text-ink-soft text-sm">
          {place}・{text.people(people)}
        </span>
      </span>
      <span className="flex gap-2">
        <ButtonLink
          aria-label={text.of(text.attendance, code)}
          to={paths.classTab.to({ id, tab: 'attendance' })}
        >
          {text.attendance}
        </ButtonLink>
        {mayPrint && <PaperButton classId={id} paper="sign_in" />}
      </span>
    </li>
  );
};
