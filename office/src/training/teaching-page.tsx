import { readable } from '@portal/contract/dates';
import type { TaughtClass } from '@portal/contract/office/training';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { teachingText as text } from '../text/zh-TW/teaching.ts';
import { taughtQuery } from './api/get-taught-classes.ts';

export const TeachingPage = () => {
  const { inScope } = useScope();
  const query = useQuery(taughtQuery(inScope));
  return (
    <Page title={text.title}>
      <Loaded query={query}>
        {(data) => (
          <>
            <TodaysClasses classes={data.today} />
            <ClassesSection
              classes={data.missing}
              empty={text.noneMissing}
              hint={text.missingHint}
              title={text.missing}
            >
              {(trainingClass) => <ClassTabLink trainingClass={trainingClass} tab="results" />}
            </ClassesSection>
          </>
        )}
      </Loaded>
    </Page>
  );
};

export const ClassesOfToday = () => {
  const { inScope } = useScope();
  const query = useQuery(taughtQuery(inScope));
  return (
    <Loaded query={query} rows={2}>
      {({ today }) => <TodaysClasses classes={today} />}
    </Loaded>
  );
};

const TodaysClasses = ({ classes }: { classes: readonly TaughtClass[] }) => (
  <ClassesSection classes={classes} empty={text.noneToday} title={text.today}>
    {(trainingClass) => <ClassTabLink trainingClass={trainingClass} tab="attendance" />}
  </ClassesSection>
);

interface ClassesSectionProps {
  title: string;
  hint?: string;
  empty: string;
  classes: readonly TaughtClass[];
  children: (trainingClass: TaughtClass) => ReactNode;
}

const ClassesSection = ({ title, hint, empty, classes, children }: ClassesSectionProps) => (
  <section className="mt-6">
    <h2>{title}</h2>
    {hint && <p className="text-ink-soft text-sm">{hint}</p>}
    <div className="mt-3">
      {classes.length === 0 ? (
        <EmptyState title={empty} />
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {classes.map((trainingClass) => (
            <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" key={trainingClass.id}>
              {children(trainingClass)}
            </li>
          ))}
        </ul>
      )}
    </div>
  </section>
);

const ClassTabLink = ({
  trainingClass,
  tab,
}: {
  trainingClass: TaughtClass;
  tab: 'attendance' | 'results';
}) => {
  const { id, code, course, organization, place, people, missing, endTime, hoursToday } = trainingClass;
  return (
    <>
      <div className="min-w-48 flex-1">
        <p className="font-semibold">
          {code} {course}
        </p>
        <p className="text-ink-soft text-sm">
          {[...(tab === 'attendance' ? [hoursToday.join('、')] : []), organization, place].join('・')}
        </p>
        <p className="text-ink-soft text-sm">
          {tab === 'attendance'
            ? text.people(people)
            : `${text.missingPeople(missing, people)}・${text.ended(readable(endTime))}`}
        </p>
      </div>
      <ButtonLink aria-label={text.of(text[tab], code)} to={paths.classTab.to({ id, tab })}>
        {text[tab]}
      </ButtonLink>
    </>
  );
};
