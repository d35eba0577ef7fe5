import type { Class } from '@portal/contract/catalogue';
import { readable } from '@portal/contract/dates';
import { failureKind, loadStatus } from '@portal/kit/browser/call.ts';
import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import { Button } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { LoadFault } from '@portal/kit/ui/load-fault.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { generatePath, useParams } from 'react-router';
import { paths } from '../platform/paths.ts';
import { classPreviewText as text } from '../text/zh-TW/class-preview.ts';
import { classesText } from '../text/zh-TW/classes.ts';
import { classQuery, previewQuery } from './api.ts';
import { moneyText } from './money-text.ts';

/** The class as a trainee who is not logged in sees it, also before publication. */
export const PreviewPage = () => {
  const { id } = useParams();
  const preview = useQuery(previewQuery(Number(id)));
  const { data: opening } = useQuery(classQuery(Number(id)));
  usePageTitle(text.title);
  if (preview.error && failureKind(preview.error) === 'missing')
    return <ErrorState kind="missing" message={classesText.gone} />;
  return (
    <div className="max-w-4xl space-y-4">
      <Breadcrumbs
        items={[
          { label: classesText.title, to: paths.openings },
          { label: opening?.code ?? '', to: generatePath(paths.opening, { id: `${id}` }) },
          { label: text.title },
        ]}
      />
      <Notice tone="info">{opening?.state === 'draft' ? text.leadDraft : text.lead}</Notice>
      <LoadFault status={loadStatus(preview)}>
        {preview.data ? (
          <Preview obstacles={opening?.obstacles} shown={preview.data} />
        ) : (
          <SkeletonRows rows={8} />
        )}
      </LoadFault>
    </div>
  );
};

interface PreviewProps {
  shown: Class;
  obstacles: { personal: string | null; group: string | null } | undefined;
}

const Preview = ({ shown, obstacles }: PreviewProps) => (
  <article className="space-y-4 rounded-xl border-2 border-line-strong border-dashed p-4 sm:p-6">
    <h1>{shown.name}</h1>
    <div className="flex flex-wrap gap-4">
      <Way label={text.personal} obstacle={obstacles?.personal} />
      <Way label={text.group} obstacle={obstacles?.group} />
    </div>
    <Rows rows={rowsOf(shown)} />
    {shown.html !== '' && (
      <FormSection title={text.introduction}>
        <RichText html={shown.html} />
      </FormSection>
    )}
  </article>
);

/** A button that does nothing here. */
const Way = ({ label, obstacle }: { label: string; obstacle: string | null | undefined }) => (
  <Button offReason={obstacle ?? text.inert} variant="primary">
    {label}
  </Button>
);

const Sessions = ({ sessions }: Pick<Class, 'sessions'>) => (
  <ul>
    {sessions.map(({ date, from, to, place, instructor }) => (
      <li key={`${date} ${from}`}>
        {[`${readable(date)} ${from}–${to}`, place, instructor].filter(Boolean).join('　')}
      </li>
    ))}
  </ul>
);

const windowOf = ({ apply_from, apply_until }: Class): string =>
  [
    apply_from && text.periodFrom(readable(apply_from)),
    apply_until && text.periodUntil(readable(apply_until)),
  ]
    .filter(Boolean)
    .join('，');

const rowsOf = (shown: Class) => [
  { term: text.organization, value: shown.organization },
  { term: text.code, value: shown.code },
  { term: text.startDate, value: readable(shown.start_time) },
  ...(shown.end_time ? [{ term: text.endDate, value: readable(shown.end_time) }] : []),
  {
    term: text.sessions,
    value: shown.sessions.length > 0 ? <Sessions sessions={shown.sessions} /> : text.sessionsOpen,
  },
  { term: text.hours, value: text.hoursOf(shown.hours) },
  {
    term: text.fee,
    value: shown.fee === 0 ? text.free : `${moneyText(shown.fee)}${text.payWithin(shown.payment_days)}`,
  },
  { term: text.limit, value: `${shown.limit_number}` },
  { term: text.number, value: `${shown.number}` },
  ...(shown.group_name ? [{ term: text.groupName, value: shown.group_name }] : []),
  ...(windowOf(shown) ? [{ term: text.applyPeriod, value: windowOf(shown) }] : []),
  { term: text.place, value: shown.place },
  { term: text.contactName, value: shown.contact_name },
  { term: text.contactPhone, value: shown.contact_phone },
  ...(shown.files.length > 0
    ? [
        {
          term: text.attachments,
          value: shown.files.map(({ name, extension }) => `${name}.${extension}`).join('、'),
        },
      ]
    : []),
];
