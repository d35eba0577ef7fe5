import type { DueContent as Due } from '@portal/contract/office/content';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import { Loaded } from '../platform/loaded.tsx';
import { paths } from '../platform/paths.ts';
import { contentText } from '../text/zh-TW/content.ts';
import { dueContentQuery } from './api/get-due-content.ts';

const text = contentText.due;

const placeOf = ({ kind, name }: Due): string => {
  if (kind === 'page' && name !== null) return paths.sitePage.to({ name });
  if (kind === 'intro' && name !== null) return paths.intro.to({ id: name });
  if (kind === 'intro_type' && name !== null) return paths.introType.to({ id: name });
  if (kind === 'banner' && name !== null) return paths.banner.to({ id: name });
  if (kind === 'banners') return paths.banners.to();
  if (kind === 'intro_types') return paths.introTypes.to();
  return kind === 'footer' ? paths.footer.to() : paths.content.to();
};

/** Lists the parts of the site that are not ready for the public, with a link to each. */
export const DueContent = () => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mb-8 max-w-3xl">
      <h2 id={id}>{text.title}</h2>
      <div className="mt-3">
        <Loaded query={useQuery(dueContentQuery)} rows={3}>
          {(due) =>
            due.length === 0 ? (
              <EmptyState icon="check-circle" title={text.none}>
                {text.noneHint}
              </EmptyState>
            ) : (
              <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
                {due.map((each) => (
                  <DueItem due={each} key={`${each.kind} ${each.name}`} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </div>
    </section>
  );
};

const DueItem = ({ due }: { due: Due }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 px-4 py-2">
    <p className="min-w-0">
      <span className="font-semibold">{due.title}</span>
      <span className="block text-ink-soft text-sm">{text.tasks[due.task]}</span>
    </p>
    <Link
      aria-label={text.openOf(due.title)}
      className="inline-flex min-h-11 items-center font-semibold text-sea-800 underline hover:no-underline"
      to={placeOf(due)}
    >
      {text.open}
    </Link>
  </li>
);
