import type { Incident } from '@portal/contract/office/incidents';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { incidentsText as text } from '../../text/zh-TW/incidents.ts';
import { editIncident } from '../api/edit-incident.ts';
import { incidentQuery } from '../api/get-incident.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';
import { IncidentFields } from './incident-fields.tsx';
import { type IncidentValues, incidentFields, sentIncident, valuesOf } from './incident-values.ts';

export const EditIncidentPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={text.gone}
      head={({ title }) => ({ title: text.edit.of(title), lead: text.edit.lead })}
      kind={text.title}
      query={useQuery(incidentQuery(id))}
      under={[{ label: text.title, to: paths.incidents.to() }]}
      width="narrow"
    >
      {(incident) => <EditForm incident={incident} key={id} />}
    </LoadedPage>
  );
};

const EditForm = ({ incident }: { incident: Incident }) => {
  const { id, version } = incident;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = usePrivacyChanged();
  const leave = () => navigate(paths.incident.to({ id }));
  const save = useSave<IncidentValues, IncidentValues, Incident>({
    defaultValues: valuesOf(incident),
    fields: incidentFields,
    version,
    send: (values, seen) => editIncident(id, { ...sentIncident(values), version: seen.version }),
    done: text.edit.done,
    onDone: (saved) => {
      queries.setQueryData(incidentQuery(id).queryKey, saved);
      changed();
      leave();
    },
  });
  return (
    <SaveForm button={{ label: formsText.save }} onCancel={leave} save={save}>
      <IncidentFields isNew={false} />
    </SaveForm>
  );
};
