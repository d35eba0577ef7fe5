import { useNavigate } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { Page } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { useScope } from '../../platform/scope.ts';
import { incidentsText as text } from '../../text/zh-TW/incidents.ts';
import { createIncident } from '../api/create-incident.ts';
import { usePrivacyChanged } from '../use-privacy-changed.ts';
import { IncidentFields } from './incident-fields.tsx';
import {
  emptyIncident,
  type IncidentValues,
  incidentFields,
  organizationOf,
  sentIncident,
} from './incident-values.ts';

const useNewIncident = () => {
  const navigate = useNavigate();
  const changed = usePrivacyChanged();
  const { organizations } = useScope();
  const [only, ...others] = organizations;
  return useSave<IncidentValues, IncidentValues, { id: number }>({
    // Staff of a single branch do not choose it.
    defaultValues: {
      ...emptyIncident,
      organizationId: only && others.length === 0 ? `${only.id}` : '',
    },
    fields: incidentFields,
    send: (values, { idempotencyKey }) =>
      createIncident({ ...sentIncident(values), organizationId: organizationOf(values) }, idempotencyKey),
    done: text.form.done,
    onDone: ({ id }) => {
      changed();
      navigate(paths.incident.to({ id }));
    },
  });
};

export const NewIncidentPage = () => {
  // The organisations are loaded after the page.
  const { organizations } = useScope();
  return (
    <Page
      lead={text.form.lead}
      title={text.form.open}
      under={[{ label: text.title, to: paths.incidents.to() }]}
      width="narrow"
    >
      <NewIncidentForm key={organizations.length} />
    </Page>
  );
};

const NewIncidentForm = () => {
  const navigate = useNavigate();
  return (
    <SaveForm
      button={{ label: text.form.open }}
      onCancel={() => navigate(paths.incidents.to())}
      save={useNewIncident()}
    >
      <IncidentFields isNew />
    </SaveForm>
  );
};
