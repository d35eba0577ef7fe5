import type { PersonDetail } from '@portal/contract/office/people';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { Navigate, Outlet, useParams } from 'react-router';
import { LoadedPage } from '../../platform/page.tsx';
import { PageTabs } from '../../platform/page-tabs.tsx';
import { paths } from '../../platform/paths.ts';
import { sessionQuery } from '../../platform/session.ts';
import { peopleText } from '../../text/zh-TW/people.ts';
import { personText as text } from '../../text/zh-TW/person.ts';
import { personQuery } from '../api/get-person.ts';
import { PersonActs } from './person-acts.tsx';
import { personTabs } from './person-tabs.ts';
import { OpenUntil, PurposePanel } from './purpose-panel.tsx';

const badgeOf = ({ facts }: PersonDetail) => {
  if (!facts) return null;
  if (facts.suspendedAt) return <Badge tone="danger">{peopleText.suspended}</Badge>;
  return facts.isComplete ? null : <Badge tone="warn">{peopleText.incomplete}</Badge>;
};

const contentOf = (person: PersonDetail) => {
  // Links to a record that became part of another one lead to that one.
  if (person.mergedInto) return <Navigate replace to={paths.person.to({ id: person.mergedInto.id })} />;
  return person.facts ? <OpenPerson person={person} /> : <PurposePanel person={person} />;
};

export const PersonPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.gone}
      head={(person) => ({ title: person.name, badge: badgeOf(person) })}
      kind={text.kind}
      query={useQuery(personQuery(id))}
      under={[{ label: peopleText.title, to: paths.people.to() }]}
    >
      {(person) => <Fragment key={id}>{contentOf(person)}</Fragment>}
    </LoadedPage>
  );
};

const OpenPerson = ({ person }: { person: PersonDetail }) => (
  <>
    <OpenUntil person={person} />
    <PersonActs person={person} />
    <Tabs id={person.id} />
    <Outlet context={person} />
  </>
);

const Tabs = ({ id }: { id: number }) => {
  const can = useQuery(sessionQuery).data?.can ?? [];
  const shown = personTabs.filter(({ right }) => right === undefined || can.includes(right));
  const tabs = shown.map(({ path, title }) => ({
    name: title,
    to: path === '' ? paths.person.to({ id }) : paths.personTab.to({ id, tab: path }),
  }));
  return <PageTabs label={text.tabs} tabs={tabs} />;
};
