import type { PersonDetail, PersonEdit } from '@portal/contract/office/people';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { SaveForm } from '../../forms/save-form.tsx';
import { useSave } from '../../forms/use-save.ts';
import { LoadedPage } from '../../platform/page.tsx';
import { paths } from '../../platform/paths.ts';
import { formsText } from '../../text/zh-TW/forms.ts';
import { peopleText } from '../../text/zh-TW/people.ts';
import { personText } from '../../text/zh-TW/person.ts';
import { editPerson } from '../api/edit-person.ts';
import { editedPersonQuery } from '../api/get-edited-person.ts';
import { EditPersonFields } from './edit-person-fields.tsx';
import { type EditValues, editFields, sentEdit, valuesOf } from './edit-person-values.ts';
import { usePersonChanged } from './use-person-changed.ts';

const text = personText.edit;

export const EditPersonPage = () => {
  const id = Number(useParams().id);
  return (
    <LoadedPage
      gone={personText.gone}
      head={({ name }) => ({ title: text.of(name), lead: text.lead })}
      kind={personText.kind}
      query={useQuery(editedPersonQuery(id))}
      under={[{ label: peopleText.title, to: paths.people.to() }]}
      width="narrow"
    >
      {(person) => <EditForm id={id} key={id} person={person} />}
    </LoadedPage>
  );
};

const EditForm = ({ id, person }: { id: number; person: PersonEdit }) => {
  const navigate = useNavigate();
  const changed = usePersonChanged();
  const leave = () => navigate(paths.person.to({ id }));
  const save = useSave<EditValues, EditValues, PersonDetail>({
    defaultValues: valuesOf(person),
    fields: editFields,
    version: person.version,
    send: (values, { version }) => editPerson(id, { ...sentEdit(values), version }),
    done: text.done,
    onDone: (after) => {
      changed(after);
      leave();
    },
  });
  return (
    <SaveForm button={{ label: formsText.save }} onCancel={leave} save={save}>
      <EditPersonFields />
    </SaveForm>
  );
};
