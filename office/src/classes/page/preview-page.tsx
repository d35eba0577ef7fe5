import type { Class } from '@portal/contract/catalogue';
import { readable } from '@portal/contract/dates';
import { money } from '@portal/contract/money';
import { Button } from '@portal/kit/ui/button.tsx';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { classPreviewText as text } from '../../text/zh-TW/class-preview.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { classQuery } from '../api/get-class.ts';
import { previewQuery } from '../api/get-preview.ts';

const trainingClasses = { label: classesText.title, to: paths.trainingClasses.to() };

/** Shows the class as a guest sees it, also before publication. */
export const PreviewPage = () => {
  const id = Number(useParams().id);
  const { data: trainingClass } = useQuery(classQuery(id));
  const way = { label: trainingClass?.code ?? classesText.kind, to: paths.trainingClass.to({ id }) };
  return (
    <LoadedPage
      gone={classesText.gone}
      head={() => ({ title: text.title, under: [trainingClasses, way] })}
      kind={text.title}
      query={useQuery(previewQuery(id))}
      under={[trainingClasses]}
      width="wide"
    >
      {(shown) => (
        <div className="space-y-4">
          <Notice tone="info">{trainingClass?.state === 'draft' ? text.leadDraft : text.lead}</Notice>
          <ClassPreview obstacles={trainingClass?.obstacles} shown={shown} />
        </div>
      )}
    </LoadedPage>
  );
};

interface ClassPreviewProps {
  shown: Class;
  obstacles: { personal: string | null; group: string | null } | undefined;
}

const ClassPreview = ({ shown, obstacles }: ClassPreviewProps) => (
  <article className="space-y-4 rounded-xl border-2 border-line-strong border-dashed p-4 sm:p-6">
    <h2 className="text-2xl">{shown.name}</h2>
    <div className="flex flex-wrap gap-4">
      <EnrolmentWay label={text.personal} obstacle={obstacles?.personal} />
      <EnrolmentWay label={text.group} obstacle={obstacles?.group} />
    </div>
    <Rows rows={rowsOf(shown)} />
    {shown.html !== '' && (
      <FormSection title={text.introduction}>
        <RichText html={shown.html} />
      </FormSection>
    )}
  </article>
);

/** A button that does nothing in the preview. */
const EnrolmentWay = ({ label, obstacle }: { label: string; obstacle: string | null | undefined }) => (
  <Button offReason={obstacle ?? text.inert} variant="primary">
    {label}
  </Button>
);

const PreviewSessions = ({ sessions }: Pick<Class, 'sessions'>) => (
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
    value: shown.sessions.length > 0 ? <PreviewSessions sessions={shown.sessions} /> : text.sessionsOpen,
  },
  { term: text.hours, value: text.hoursOf(shown.hours) },
  {
    term: text.fee,
    value: shown.fee === 0 ? text.free : `${money(shown.fee)}${text.payWithin(shown.payment_days)}`,
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
