import { type Choice, type ChoiceList, choiceListNames, choiceLists } from '@portal/contract/office/choices';
import { notify } from '@portal/kit/browser/notices.ts';
import { Badge } from '@portal/kit/ui/badge.tsx';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { ConfirmedAction } from '../../forms/confirmed-action.tsx';
import { DialogButton } from '../../forms/dialog-button.tsx';
import { MoveControls } from '../../forms/move-controls.tsx';
import { type Moves, useMoves } from '../../forms/use-moves.ts';
import { Loaded } from '../../platform/loaded.tsx';
import { Page } from '../../platform/page.tsx';
import { useMay } from '../../platform/session.ts';
import { SettingsNav } from '../../settings/settings-nav.tsx';
import { choicesText as text } from '../../text/zh-TW/choices.ts';
import { choicesQuery, useSetChoices } from '../api/get-choices.ts';
import { orderChoices } from '../api/order-choices.ts';
import { restoreChoice } from '../api/restore-choice.ts';
import { retireChoice } from '../api/retire-choice.ts';
import { AddChoiceDialog, EditChoiceDialog } from './choice-dialogs.tsx';

export const ChoicesPage = () => (
  <Page lead={text.lead} nav={<SettingsNav />} title={text.title} width="narrow">
    <Loaded query={useQuery(choicesQuery)}>
      {(choices) => choiceLists.map((list) => <ListSection choices={choices[list]} key={list} list={list} />)}
    </Loaded>
  </Page>
);

interface ListProps {
  list: ChoiceList;
  choices: readonly Choice[];
}

const ListSection = ({ list, choices }: ListProps) => {
  const id = useId();
  const mayEdit = useMay('settings.edit');
  const queries = useQueryClient();
  const name = choiceListNames[list];
  const { announcement, controlsOf } = useMoves({
    entries: choices,
    nameOf: (choice) => choice.name,
    work: (order) => orderChoices(list, order),
    onDone: useSetChoices(),
    onFailed: () => void queries.invalidateQueries({ queryKey: choicesQuery.queryKey }),
  });
  return (
    <section aria-labelledby={id} className="mt-8 first:mt-0">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id={id}>{name}</h2>
        {mayEdit && (
          <DialogButton
            dialog={(close) => <AddChoiceDialog list={list} onClose={close} />}
            label={text.add}
            name={text.addTo(name)}
          />
        )}
      </div>
      <ol aria-labelledby={id} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {choices.map((choice) => (
          <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1" key={choice.id}>
            <span className="min-w-32 flex-1">
              <span className="me-2">{choice.name}</span>
              {choice.isRetired && <Badge tone="neutral">{text.retired}</Badge>}
            </span>
            {mayEdit && <ChoiceActs choice={choice} list={list} moves={controlsOf(choice)} />}
          </li>
        ))}
      </ol>
      <p className="sr-only" role="status">
        {announcement}
      </p>
    </section>
  );
};

interface ActsProps {
  list: ChoiceList;
  choice: Choice;
  moves: Moves;
}

const ChoiceActs = ({ list, choice, moves }: ActsProps) => {
  const { id, name, isRetired } = choice;
  const setChoices = useSetChoices();
  const act = isRetired ? text.restore : text.retire;
  return (
    <div className="flex flex-wrap items-center gap-1">
      <MoveControls {...moves} />
      <DialogButton
        dialog={(close) => <EditChoiceDialog choice={choice} list={list} onClose={close} />}
        label={text.edit}
        name={text.editLabel(name)}
        variant="quiet"
      />
      <ConfirmedAction
        confirmLabel={act.confirm}
        key={act.open}
        label={act.label(name)}
        onDone={(choices) => {
          setChoices(choices);
          notify(act.done, 'success');
        }}
        question={act.really(name)}
        title={act.title}
        work={() => (isRetired ? restoreChoice : retireChoice)(list, id)}
      >
        {act.open}
      </ConfirmedAction>
    </div>
  );
};
