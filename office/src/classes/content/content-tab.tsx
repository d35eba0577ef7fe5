import { readable } from '@portal/contract/dates';
import { money } from '@portal/contract/money';
import { callOffReasonNames, type OfficeClass } from '@portal/contract/office/classes';
import { stateNames } from '@portal/contract/office/code-names';
import { Rows } from '@portal/kit/ui/description-list.tsx';
import { FormSection } from '@portal/kit/ui/form-section.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { RichText } from '@portal/kit/ui/rich-text.tsx';
import { GroupName } from '../../groups/group-name.tsx';
import { ClassFill } from '../../reports/class-fill/class-fill.tsx';
import { classActsText } from '../../text/zh-TW/class-acts.ts';
import { classFillText } from '../../text/zh-TW/class-fill.ts';
import { classFormText } from '../../text/zh-TW/class-form.ts';
import { classesText } from '../../text/zh-TW/classes.ts';
import { useShownClass } from '../use-shown-class.ts';

const text = classActsText.facts;

export const ContentTab = () => {
  const trainingClass = useShownClass();
  return (
    <div className="max-w-4xl space-y-6">
      <ClassRemarks trainingClass={trainingClass} />
      <Obstacles trainingClass={trainingClass} />
      <FormSection title={text.time}>
        <Rows rows={timeRows(trainingClass)} />
      </FormSection>
      <FormSection title={text.enrolment}>
        <Rows rows={enrolmentRows(trainingClass)} />
      </FormSection>
      {trainingClass.publishedAt && (
        <FormSection title={classFillText.section}>
          <ClassFill trainingClass={trainingClass} />
        </FormSection>
      )}
      <FormSection title={text.payment}>
        <Rows rows={paymentRows(trainingClass)} />
      </FormSection>
      <FormSection title={text.texts}>
        <Rows rows={textRows(trainingClass)} />
      </FormSection>
    </div>
  );
};

/** Facts that need attention. */
const remarksOf = ({ publishAt, postponedAt, freeCancelUntil, ...trainingClass }: OfficeClass): string[] => {
  const notices = classActsText.notices;
  const { calledOff, state, minimumNumber, number } = trainingClass;
  const missing = state === 'published' || state === 'closed' ? (minimumNumber ?? 0) - number : 0;
  return [
    ...(calledOff ? [notices.calledOff(callOffReasonNames[calledOff.reason], calledOff.text)] : []),
    ...(publishAt ? [notices.scheduled(readable(publishAt))] : []),
    ...(postponedAt ? [notices.postponed(readable(postponedAt))] : []),
    ...(freeCancelUntil ? [notices.free(readable(freeCancelUntil))] : []),
    ...(missing > 0 ? [notices.below(missing)] : []),
  ];
};

const ClassRemarks = ({ trainingClass }: { trainingClass: OfficeClass }) => {
  const lines = remarksOf(trainingClass);
  if (lines.length === 0) return null;
  return (
    <Notice tone={trainingClass.calledOff ? 'danger' : 'info'}>
      {lines.map((line) => (
        <p className="whitespace-pre-line" key={line}>
          {line}
        </p>
      ))}
    </Notice>
  );
};

/** Shows the texts that trainees see. */
const Obstacles = ({ trainingClass: { obstacles, state } }: { trainingClass: OfficeClass }) => {
  const { title, personal, group, open, draft } = classActsText.obstacle;
  const suffix = state === 'draft' ? draft : '';
  return (
    <FormSection title={`${title}${suffix}`}>
      <Rows
        rows={[
          { term: personal, value: obstacles.personal ?? open },
          { term: group, value: obstacles.group ?? open },
        ]}
      />
    </FormSection>
  );
};

const SessionLines = ({ sessions }: Pick<OfficeClass, 'sessions'>) => {
  if (sessions.length === 0) return text.noSessions;
  return (
    <ul>
      {sessions.map(({ id, date, from, to, place, instructor }) => (
        <li key={id}>{[`${readable(date)} ${from}–${to}`, place, instructor].filter(Boolean).join('　')}</li>
      ))}
    </ul>
  );
};

const timeRows = (trainingClass: OfficeClass) => [
  { term: classesText.code, value: trainingClass.code },
  { term: classesText.organization, value: trainingClass.organization.name },
  { term: classesText.start, value: readable(trainingClass.startTime) },
  { term: text.end, value: trainingClass.endTime ? readable(trainingClass.endTime) : text.empty },
  { term: text.sessions, value: <SessionLines sessions={trainingClass.sessions} /> },
  { term: classesText.place, value: trainingClass.place },
  { term: text.hours, value: text.hoursOf(trainingClass.hours ?? trainingClass.course.hours) },
  {
    term: text.instructors,
    value: trainingClass.instructors.map(({ name }) => name).join('、') || text.empty,
  },
];

const countsText = ({ counts }: OfficeClass): string =>
  (['pending', 'unpaid', 'reported', 'confirmed', 'rejected'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${stateNames[state]} ${counts[state]}`)
    .join('、') || text.empty;

const waysText = ({ personalAllow, groupAllow }: OfficeClass): string =>
  classFormText.wayOptions
    .filter(({ value }) => (value === 'personal' ? personalAllow : groupAllow))
    .map(({ label }) => label)
    .join('、') || text.empty;

const windowText = ({ applyFrom, applyUntil }: OfficeClass): string =>
  [applyFrom && text.from(readable(applyFrom)), applyUntil && text.until(readable(applyUntil))]
    .filter(Boolean)
    .join('，') || text.always;

const enrolmentRows = (trainingClass: OfficeClass) => [
  { term: classesText.seats, value: classesText.filled(trainingClass.number, trainingClass.limitNumber) },
  ...(trainingClass.minimumNumber
    ? [{ term: text.minimum, value: text.people(trainingClass.minimumNumber) }]
    : []),
  { term: text.counts, value: countsText(trainingClass) },
  { term: text.ways, value: waysText(trainingClass) },
  ...(trainingClass.group
    ? [
        {
          term: classFormText.fields.groupCode,
          value: (
            <GroupName
              group={{
                ...trainingClass.group,
                name: text.reserved(trainingClass.group.name, trainingClass.group.code),
              }}
            />
          ),
        },
      ]
    : []),
  { term: text.window, value: windowText(trainingClass) },
  ...(trainingClass.publishedAt
    ? [{ term: text.published, value: readable(trainingClass.publishedAt) }]
    : []),
];

const paymentRows = ({ fee, paymentDays, bankAccount, contactName, contactPhone }: OfficeClass) => [
  { term: text.fee, value: fee === 0 ? text.free : money(fee) },
  { term: text.paymentDays, value: text.afterApproval(paymentDays) },
  {
    term: text.bank,
    value: bankAccount ? `${bankAccount.bank}　${bankAccount.holder}　${bankAccount.number}` : text.empty,
  },
  { term: text.contact, value: `${contactName}　${contactPhone}` },
];

const rich = (html: string | null) => (html ? <RichText html={html} /> : text.empty);

const textRows = ({ html, paidHtml, info, staffNote }: OfficeClass) => [
  { term: text.html, value: rich(html) },
  { term: text.paidHtml, value: rich(paidHtml) },
  { term: text.info, value: rich(info) },
  { term: text.note, value: staffNote ? <p className="whitespace-pre-line">{staffNote}</p> : text.empty },
];
