import type { ClassToIssue } from '@portal/contract/office/certificate-issuing';
import { ButtonLink } from '@portal/kit/ui/button.tsx';
import { EmptyState } from '@portal/kit/ui/empty-state.tsx';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '../platform/loaded.tsx';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { useScope } from '../platform/scope.ts';
import { useMay } from '../platform/session.ts';
import { issuingText as text } from '../text/zh-TW/issuing.ts';
import { unclassedText } from '../text/zh-TW/unclassed.ts';
import { classesToIssueQuery } from './api/get-classes-to-issue.ts';
import { CertificatesNav } from './certificates-nav.tsx';
import { ClockBadge } from './clock-badge.tsx';

export const CertificatesPage = () => {
  const { inScope } = useScope();
  const mayIssue = useMay('certificate.issue');
  return (
    <Page
      actions={mayIssue && <ButtonLink to={paths.unclassedCertificate.to()}>{unclassedText.open}</ButtonLink>}
      nav={<CertificatesNav />}
      title={text.title}
    >
      <section>
        <h2>{text.toIssue}</h2>
        <p className="text-ink-soft text-sm">{text.toIssueHint}</p>
        <div className="mt-3">
          <Loaded query={useQuery(classesToIssueQuery(inScope))}>
            {(classes) => <Classes classes={classes} />}
          </Loaded>
        </div>
      </section>
    </Page>
  );
};

const Classes = ({ classes }: { classes: readonly ClassToIssue[] }) =>
  classes.length === 0 ? (
    <EmptyState title={text.noneToIssue} />
  ) : (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {classes.map(({ id, code, course, organization, kind, lastDay, days, waiting }) => (
        <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3" key={id}>
          <div className="min-w-48 flex-1">
            <p className="font-semibold">
              {code} {course}
            </p>
            <p className="text-ink-soft text-sm">{[organization, kind, text.lastDay(lastDay)].join('・')}</p>
            <p>{text.waiting(waiting)}</p>
          </div>
          <ClockBadge days={days} />
          <ButtonLink aria-label={text.issueOf(code)} to={paths.classTab.to({ id, tab: 'certificates' })}>
            {text.issue}
          </ButtonLink>
        </li>
      ))}
    </ul>
  );
