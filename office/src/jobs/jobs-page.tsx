import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { useMay } from '../platform/session.ts';
import { jobsText as text } from '../text/zh-TW/jobs.ts';
import { jobListQuery } from './api/get-jobs.ts';
import { JobCard } from './job-card.tsx';

/** One's own jobs; administrators may look at those of others. */
export const JobsPage = () => {
  const oversees = useMay('staff.manage');
  const [showsEveryone, setShowsEveryone] = useState(false);
  const query = useQuery(jobListQuery(oversees && showsEveryone ? 'everyone' : 'own'));
  return (
    <Page lead={text.lead} title={text.title} width="wide">
      {oversees && (
        <label className="mb-4 flex min-h-11 items-center gap-2">
          <input
            checked={showsEveryone}
            className="size-5"
            onChange={({ target }) => setShowsEveryone(target.checked)}
            type="checkbox"
          />
          {text.everyone}
        </label>
      )}
      <Loaded query={query}>
        {(jobs) =>
          jobs.length === 0 ? (
            <EmptyState title={text.empty}>{text.emptyHint}</EmptyState>
          ) : (
            <ul className="space-y-4">
              {jobs.map(({ id }) => (
                <li key={id}>
                  <JobCard jobId={id} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Page>
  );
};
