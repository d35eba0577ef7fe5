import type { Class, ClassSession } from '@portal/contract/catalogue';
import { shortDay } from '@portal/kit/browser/format.ts';
import { classText } from '../text/zh-TW/class.ts';

const MAX_OPEN_SESSIONS = 3;

export const Sessions = ({ shown: { sessions } }: { shown: Class }) => {
  if (sessions.length === 0) return classText.sessionsOpen;
  if (sessions.length <= MAX_OPEN_SESSIONS) return <SessionList sessions={sessions} />;
  return (
    <>
      <details className="print:hidden">
        <summary className="text-sea-800 underline">{classText.sessionCount(sessions.length)}</summary>
        <SessionList sessions={sessions} />
      </details>
      <div className="hidden print:block">
        <SessionList sessions={sessions} />
      </div>
    </>
  );
};

const SessionList = ({ sessions }: { sessions: readonly ClassSession[] }) => (
  <ul className="space-y-1">
    {sessions.map(({ date, from, to, place, instructor }) => (
      <li key={`${date} ${from}`}>
        <time dateTime={`${date}T${from}+08:00`}>
          {shortDay(date)} {from}–{to}
        </time>
        {place && <span className="ms-2 text-ink-soft text-sm">{place}</span>}
        {instructor && <span className="ms-2 text-ink-soft text-sm">{instructor}</span>}
      </li>
    ))}
  </ul>
);
