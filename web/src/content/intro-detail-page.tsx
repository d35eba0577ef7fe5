import { failureKind } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Accordion, AccordionItem } from '@portal/kit/ui/accordion.tsx';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { Skeleton } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { coursesQuery } from '../catalogue/api/get-courses.ts';
import { paths } from '../platform/paths.ts';
import { content } from '../text/zh-TW/content.ts';
import { introsQuery } from './api/get-intros.ts';
import { namedCourses } from './named-courses.ts';

export const IntroDetailPage = () => {
  const { title = '' } = useParams();
  const { data, error, refetch } = useQuery(introsQuery(title));
  const kind = error && failureKind(error);
  usePageTitle(data?.type ?? content.introductions);
  return (
    <>
      <Breadcrumbs
        items={[
          { label: common.home, to: paths.home.to() },
          { label: content.introductions, to: paths.introList.to() },
          ...(data ? [{ label: data.type }] : []),
        ]}
      />
      {/* One heading in every state: it gets the focus after a navigation. */}
      <h1 className="mb-6">{data?.type ?? (error ? content.introductions : <LoadingIntroHeading />)}</h1>
      {data && (data.details.length > 0 ? <Entries entries={data.details} /> : <NoEntries />)}
      {!data && kind === null && <LoadingEntries />}
      {!data && kind === 'missing' && <NoEntries />}
      {!data && kind !== null && kind !== 'missing' && (
        <ErrorState kind={kind} onRetry={refetch}>
          <BackToIntros />
        </ErrorState>
      )}
    </>
  );
};

const LoadingIntroHeading = () => (
  <>
    <span className="sr-only">{content.introductions}</span>
    <Skeleton className="h-9 w-48" />
  </>
);

interface Entry {
  readonly id: number;
  readonly title: string;
  readonly html: string;
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <>
    <Accordion>
      {entries.map((entry, index) => (
        <AccordionItem
          defaultOpen={index === 0}
          header={<span className="font-semibold">{entry.title}</span>}
          headingLevel={2}
          key={entry.id}
        >
          {() => <RichText html={entry.html} />}
        </AccordionItem>
      ))}
    </Accordion>
    <OpenClasses text={entries.map(({ html }) => html).join()} />
    <p className="mt-8 print:hidden">
      <BackToIntros />
    </p>
  </>
);

/** Links to the classes of each course that the text names; to all classes if it names none. */
const OpenClasses = ({ text }: { text: string }) => {
  const { data, error } = useQuery(coursesQuery);
  if (!data && !error) return null;
  const courses = namedCourses(text, data ?? []);
  if (courses.length === 0) {
    return (
      <ButtonLink className="mt-8" to={paths.classList.to({}, { open: 1 })} variant="primary">
        {content.openClasses}
      </ButtonLink>
    );
  }
  return (
    <section className="mt-8 print:hidden">
      <h2 className="mb-3">{content.openClasses}</h2>
      <ul className="flex flex-wrap gap-3">
        {courses.map(({ code, chinese_name: name }) => (
          <li key={code}>
            <ButtonLink
              aria-label={content.openClassesOf(name)}
              to={paths.classList.to({}, { open: 1, trainclass: code })}
            >
              {name}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  );
};

const LoadingEntries = () => (
  <div role="status">
    <span className="sr-only">{common.loading}</span>
    <div aria-hidden="true" className="space-y-2">
      {['a', 'b', 'c', 'd'].map((key) => (
        <div className="rounded-lg border border-line bg-surface px-4 py-4.5 shadow-card" key={key}>
          <Skeleton className="h-5 w-2/5" />
        </div>
      ))}
    </div>
  </div>
);

const BackToIntros = () => <ButtonLink to={paths.introList.to()}>{content.back}</ButtonLink>;

const NoEntries = () => (
  <EmptyState action={<BackToIntros />} title={content.emptyCategory}>
    {content.emptyCategoryHint}
  </EmptyState>
);
