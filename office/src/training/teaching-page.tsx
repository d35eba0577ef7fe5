import { readable } from '@portal/contract/dates';
import type { TaughtClass } from '@portal/contract/office/training';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { teachingText as text } from '../text/zh-TW/teaching.ts';
import { taughtQuery } from './api/get-taught-classes.ts';
import { TodaysClasses } from './todays-classes.tsx';

export const TeachingPage = () => {
  const { inScope } = useScope();
  const query = useQuery(taughtQuery(inScope));
  return (
    <Page title={text.title}>
      <TodaysClasses />
      <Loaded query={query}>{(data) => <ClassesWithoutResults classes={data.missing} />}</Loaded>
    </Page>
  );
};

const ClassesWithoutResults = ({ classes }: { classes: readonly TaughtClass[] }) => (
  <section className="mt-6">
    <h2>{text.missing}</h2>
    <p className="text-ink-soft text-sm">{text.missingHint}</p>
    <div className="mt-2">
      {classes.length === 0 ? (
        <EmptyState title={text.noneMissing} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {classes.map((trainingClass) => (
            <ClassWithoutResults key={trainingClass.id} trainingClass={trainingClass} />
          ))}
        </ul>
      )}
    </div>
  </section>
);

const ClassWithoutResults = ({ trainingClass }: { trainingClass: TaughtClass }) => {
  const { id, code, course, organization, place, people, missing, endTime } = trainingClass;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-3 py-1 max-lg:py-2">
      <div className="flex-1 basis-72">
        <p>
          <Link
            className="font-semibold text-sea-800 underline hover:no-underline"
            to={paths.trainingClass.to({ id })}
          >
            {code}
          </Link>{' '}
          {course}
        </p>
        <p className="text-ink-soft text-sm">
          {[organization, place, text.missingPeople(missing, people), text.ended(readable(endTime))].join(
            '・',
          )}
        </p>
      </div>
      <ButtonLink aria-label={text.of(text.results, code)} to={paths.classTab.to({ id, tab: 'results' })}>
        {text.results}
      </ButtonLink>
    </li>
  );
};
