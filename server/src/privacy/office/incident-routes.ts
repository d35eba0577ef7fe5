import * as contract from '@portal/contract/office/incidents';
import { listExporter } from '../../audit/export-list.ts';
import { findHistory } from '../../audit/history.ts';
import { showLetter } from '../../correspondence/show-letter.ts';
import { findUnfinishedJob } from '../../jobs/queries.ts';
import { startJob } from '../../jobs/start-job.ts';
import { bindLetters } from '../../mail/letters.ts';
import { type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { narrowScope } from '../../platform/database/list.ts';
import { Refusal } from '../../platform/errors.ts';
import { onceOnly } from '../../platform/http/idempotency.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { scopeOfStaff } from '../../staff/policy.ts';
import { closeIncident } from '../incidents/close-incident.ts';
import { createIncident } from '../incidents/create-incident.ts';
import { editIncident } from '../incidents/edit-incident.ts';
import { findIncident, findIncidentVersion } from '../incidents/find-incident.ts';
import { findSources } from '../incidents/find-sources.ts';
import { incidentsList } from '../incidents/incidents-list.ts';
import { noticeOf } from '../incidents/letter.ts';
import { incidentLetterJob } from '../incidents/letter-job.ts';
import { notifyPeople } from '../incidents/notify-people.ts';
import { incidentPeopleHeads, incidentPersonCells } from '../incidents/people-cells.ts';
import { type IncidentPersonRow, incidentPeopleList } from '../incidents/people-list.ts';
import { incidentLetter } from '../letters.ts';
import { HANDLE } from '../requests/find-request.ts';
import {
  presentIncident,
  presentIncidentPerson,
  presentIncidentRow,
  presentSources,
} from './present-incident.ts';

const show = async (db: Executor, id: number, actor: Staff): Promise<contract.Incident> => {
  const incident = await findIncident(db, id, actor);
  const { kind } = incidentLetterJob;
  const jobId = await findUnfinishedJob(db, actor, { kind, input: { incidentId: id } });
  return presentIncident({ ...incident, jobId, version: await findIncidentVersion(db, id) });
};

const letters = bindLetters([incidentLetter]);

/** Shows the letter that the first person gets. */
const previewLetter = async (db: Executor, id: number, actor: Staff) => {
  const notice = noticeOf(await findIncident(db, id, actor));
  const { rows } = await incidentPeopleList.page(db, { incident: id, sort: 'person' }, 'everywhere');
  const [first] = rows;
  if (!first) throw new Refusal('incident_nobody');
  const { letter, data } = incidentLetter({ ...notice, name: first.name });
  const shown = showLetter(letters, { template: letter.template, data }, '');
  return { subject: shown?.subject ?? '', parts: shown?.parts ?? [] };
};

const readRoutes: OfficeRoutes = (serve, { db }) => {
  serve(contract.incidentList, async ({ query, actor, read }) => {
    const scope = narrowScope(scopeOfStaff(actor, HANDLE), query.organization);
    const page = await read((from) => incidentsList.page(from, query, scope));
    return { ...page, rows: page.rows.map(presentIncidentRow) };
  });

  serve(contract.incidentSources, async ({ body, actor, now }) =>
    presentSources(await findSources(db, body, { actor, now })),
  );

  serve(contract.incident, ({ params: { id }, actor }) => show(db, id, actor));

  serve(contract.incidentHistory, async ({ params: { id }, actor }) => {
    await findIncident(db, id, actor);
    return findHistory(db, { subject: 'incident', id });
  });

  serve(contract.incidentLetter, ({ params: { id }, actor }) => previewLetter(db, id, actor));
};

const peopleRoutes: OfficeRoutes = (serve, { db }) => {
  const exportList = listExporter(db);

  serve(contract.incidentPeople, async ({ params: { id }, query: { by, ...query }, actor, read }) => {
    await findIncident(db, id, actor);
    const filter = { ...query, incident: id, ...(by && { [by]: 1 }) };
    const page = await read((from) => incidentPeopleList.page(from, filter, 'everywhere'));
    return { ...page, rows: page.rows.map(presentIncidentPerson) };
  });

  serve(contract.exportIncidentPeople, async ({ params: { id }, actor, now, read }) => {
    const { organizationId } = await findIncident(db, id, actor);
    const people = { of: 'account', id: ({ personId }: IncidentPersonRow) => personId } as const;
    const named = { name: '個資事件受影響學員', heads: incidentPeopleHeads, cells: incidentPersonCells };
    const filter = { incident: id };
    const scope = organizationId === null ? 'everywhere' : [organizationId];
    const query = { incident: id, sort: 'person' } as const;
    const list = { list: incidentPeopleList, people, query, within: 'everywhere' } as const;
    return exportList({ ...list, ...named, format: 'xlsx', filter, scope }, { actor, now, read });
  });
};

const writeRoutes: OfficeRoutes = (serve, { db }) => {
  const after = (work: (tx: Tx) => Promise<void>, id: number, actor: Staff) =>
    inTransaction(db, async (tx) => {
      await work(tx);
      return show(tx, id, actor);
    });

  serve(contract.createIncident, ({ body, actor, now, idempotency }) =>
    onceOnly(db, idempotency, now, async (tx) => ({ id: await createIncident(tx, body, { actor, now }) })),
  );

  serve(contract.editIncident, ({ params: { id }, body, actor, now }) =>
    after((tx) => editIncident(tx, id, body, { actor, now }), id, actor),
  );

  serve(contract.notifyPeople, ({ params: { id }, body, idempotency, actor, now }) =>
    startJob(db, idempotency, now, (tx) => notifyPeople(tx, { id, ...body }, { actor, now })),
  );

  serve(contract.closeIncident, ({ params: { id }, body, actor, now }) =>
    after((tx) => closeIncident(tx, { id, ...body }, { actor, now }), id, actor),
  );
};

export const incidentOfficeRoutes: OfficeRoutes = (...given) => {
  readRoutes(...given);
  peopleRoutes(...given);
  writeRoutes(...given);
};
