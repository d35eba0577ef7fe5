import { VIEWS_MAX } from '@portal/contract/office/staff';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { TextField } from '@portal/kit/ui/field.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { DialogButton } from '../forms/dialog-button.tsx';
import { listText } from '../text/zh-TW/lists.ts';
import type { List, View } from './list.ts';
import { isSameQuery, queryOf } from './same-query.ts';
import type { ListQueryState } from './use-list-query.ts';
import { useViews } from './use-views.ts';

const text = listText.views;

const look =
  'inline-flex min-h-11 items-center whitespace-nowrap border-b-4 border-transparent px-3 font-semibold text-sea-800 no-underline hover:bg-sea-50 aria-[current=page]:border-sea-700 forced-colors:border-[Canvas] forced-colors:aria-[current=page]:border-[Highlight]';

interface ListViewsProps<Row> {
  list: Pick<List<Row>, 'name' | 'views'>;
  state: ListQueryState;
}

/** The tabs are the views of the list and the person's own. */
export const ListViews = <Row,>({ list: { name, views }, state: { asked } }: ListViewsProps<Row>) => {
  const { own, saving } = useViews(name);
  if (!views) return null;
  const mine = own.map((view): View => ({ ...view, query: queryOf(view.query) }));
  const isCurrent = ({ query }: View) => isSameQuery(query, asked);
  const current = mine.find(isCurrent);
  const isKnown = current !== undefined || views.some(isCurrent);
  return (
    <nav aria-label={text.label} className="mb-3 border-line-strong border-b print:hidden">
      <ul className="-mb-px flex items-center gap-x-1 max-sm:*:shrink-0 max-sm:overflow-x-auto sm:flex-wrap">
        {[...views, ...mine].map((view) => (
          <li key={view.name}>
            <Link
              aria-current={isCurrent(view) ? 'page' : undefined}
              className={look}
              to={`?${new URLSearchParams(view.query)}`}
            >
              {view.name}
            </Link>
          </li>
        ))}
        {!isKnown && own.length < VIEWS_MAX && (
          <li>
            <DialogButton
              dialog={(close) => (
                <NameDialog
                  isSaving={saving.isPending}
                  names={[...views, ...mine].map((view) => view.name)}
                  onClose={close}
                  onName={(given) =>
                    saving.mutate([...own, { name: given, query: `${new URLSearchParams(asked)}` }], {
                      onSuccess: close,
                    })
                  }
                />
              )}
              label={text.keep}
              variant="quiet"
            />
          </li>
        )}
        {current && (
          <li>
            <Button
              aria-label={text.removeOf(current.name)}
              busy={saving.isPending}
              onClick={() => saving.mutate(own.filter((view) => view.name !== current.name))}
              variant="quiet"
            >
              <Icon className="size-4" name="cross" />
              {text.remove}
            </Button>
          </li>
        )}
      </ul>
    </nav>
  );
};

interface NameDialogProps {
  names: readonly string[];
  isSaving: boolean;
  onName: (name: string) => void;
  onClose: () => void;
}

const NameDialog = ({ names, isSaving, onName, onClose }: NameDialogProps) => {
  const [error, setError] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = `${new FormData(event.currentTarget).get('name')}`.trim();
    if (name === '') setError(text.nameMissing);
    else if (names.includes(name)) setError(text.nameTaken);
    else onName(name);
  };
  return (
    <Dialog
      actions={
        <Button busy={isSaving} form={FORM} type="submit" variant="primary">
          {text.save}
        </Button>
      }
      busy={isSaving}
      isForm
      onClose={onClose}
      open
      title={text.keep}
    >
      <form id={FORM} noValidate onSubmit={submit}>
        <TextField error={error} hint={text.nameHint} label={text.name} maxLength={20} name="name" required />
      </form>
    </Dialog>
  );
};

const FORM = 'name-of-view';
