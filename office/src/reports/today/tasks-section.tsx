import { readable } from '@portal/contract/dates';
import {
  type ClassTask,
  type ClassTaskKind,
  classTaskKinds,
  type Waiting,
} from '@portal/contract/office/reports';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { Loaded } from '../../platform/loaded.tsx';
import { paths } from '../../platform/paths.ts';
import { useScope } from '../../platform/scope.ts';
import { useMay } from '../../platform/session.ts';
import { type WorkKind, waitingQuery } from '../../platform/waiting.ts';
import { todayText as text } from '../../text/zh-TW/today.ts';
import { classTasksQuery } from '../api/get-class-tasks.ts';
import { ageText } from './age.ts';
import { TaskRow } from './task-row.tsx';

const places: Readonly<Record<WorkKind, string>> = {
  review: paths.reviews.to(),
  reconcile: paths.accounts.to(),
  refunds: paths.refunds.to({}, { state: 'due' }),
  results: paths.teaching.to(),
  certificates: paths.certificates.to(),
  renewals: paths.renewals.to(),
  overdue: paths.overdue.to(),
  privacy: paths.privacy.to(),
  incidents: paths.incidents.to(),
  mails: paths.mails.to({}, { state: 'undeliverable' }),
};
const kinds = Object.keys(places) as WorkKind[];

export const TasksSection = () => {
  const { inScope } = useScope();
  const query = useQuery(waitingQuery(inScope));
  return (
    <section className="mt-6">
      <h2>{text.waiting}</h2>
      <div className="mt-2">
        <Loaded query={query} rowClassName="h-10" rows={4}>
          {(data) => (
            <TaskList
              waiting={kinds.flatMap((kind) => {
                const waiting = data[kind];
                return waiting && waiting.count > 0 ? [{ kind, waiting }] : [];
              })}
            />
          )}
        </Loaded>
      </div>
    </section>
  );
};

interface WaitingKind {
  readonly kind: WorkKind;
  readonly waiting: Waiting;
}

const TaskList = ({ waiting }: { waiting: readonly WaitingKind[] }) => {
  const { inScope } = useScope();
  const { data: tasks = [] } = useQuery({ ...classTasksQuery(inScope), enabled: useMay('class.publish') });
  if (waiting.length + tasks.length === 0) return <p className="text-ink-soft">{text.none}</p>;
  return (
    <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
      {waiting.map((each) => (
        <WaitingRow key={each.kind} {...each} />
      ))}
      {classTaskKinds.map((kind) => (
        <ClassTaskRows key={kind} kind={kind} tasks={tasks.filter((task) => task.kind === kind)} />
      ))}
    </ul>
  );
};

const WaitingRow = ({ kind, waiting: { count, oldestAt } }: WaitingKind) => (
  <TaskRow
    age={oldestAt === null ? '' : text.oldest(ageText(oldestAt, new Date()))}
    kind={text.kinds[kind]}
    label={text.verbOf(text.verbs[kind], `${text.kinds[kind]} ${text.count(count)}`)}
    to={places[kind]}
    verb={text.verbs[kind]}
  >
    {text.count(count)}
  </TaskRow>
);

/** The rest is in the list of classes. */
const SHOWN = 5;

const ClassTaskRows = ({ kind, tasks }: { kind: ClassTaskKind; tasks: readonly ClassTask[] }) => (
  <>
    {tasks.slice(0, SHOWN).map((task) => (
      <ClassTaskRow key={task.id} task={task} />
    ))}
    {tasks.length > SHOWN && (
      <li className="px-3 py-2 text-sm">
        <Link className="text-sea-800 underline hover:no-underline" to={paths.trainingClasses.to()}>
          {text.classTasks.more(text.classTasks.kinds[kind], tasks.length - SHOWN)}
        </Link>
      </li>
    )}
  </>
);

const ageOf = ({ kind, startTime, endTime }: ClassTask): string =>
  kind === 'complete'
    ? text.classTasks.ended(readable((endTime ?? startTime).slice(0, 10)))
    : text.classTasks.starts(readable(startTime.slice(0, 10)));

const ClassTaskRow = ({ task }: { task: ClassTask }) => {
  const { kind, id, code, course, missing } = task;
  const verb = text.classTasks.verbs[kind];
  return (
    <TaskRow
      age={ageOf(task)}
      kind={text.classTasks.kinds[kind]}
      label={text.verbOf(verb, code)}
      to={paths.trainingClass.to({ id })}
      verb={verb}
    >
      {code} {course}
      {kind === 'minimum' && <span className="ms-2 text-warn-700">{text.classTasks.missing(missing)}</span>}
    </TaskRow>
  );
};
