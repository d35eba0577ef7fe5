import { failureText } from '@portal/kit/browser/failure-text.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { Dialog } from '@portal/kit/ui/dialog.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { useState } from 'react';
import { DialogButton } from '../forms/dialog-button.tsx';
import { listText } from '../text/zh-TW/lists.ts';
import type { ListColumn } from './list.ts';
import type { useColumns } from './use-columns.ts';
import { toggled } from './use-selection.ts';

const text = listText.columns;

interface ColumnChoiceProps<Row> {
  columns: readonly ListColumn<Row>[];
  choice: ReturnType<typeof useColumns<Row>>;
}

export const ColumnChoice = <Row,>(props: ColumnChoiceProps<Row>) => (
  <DialogButton
    dialog={(close) => <ChoiceDialog {...props} onClose={close} />}
    label={text.open}
    variant="quiet"
  />
);

const ChoiceDialog = <Row,>({
  columns,
  choice,
  onClose,
}: ColumnChoiceProps<Row> & { onClose: () => void }) => {
  const [keys, setKeys] = useState<ReadonlySet<string>>(() => new Set(choice.shown.map(({ key }) => key)));
  const { saving } = choice;
  const chosen = columns.filter(({ key }) => keys.has(key)).map(({ key }) => key);
  const save = () => saving.mutate(chosen, { onSuccess: onClose });
  return (
    <Dialog
      actions={
        <>
          <Button onClick={() => setKeys(new Set(defaultColumns(columns)))} variant="quiet">
            {text.reset}
          </Button>
          <Button
            busy={saving.isPending}
            offReason={chosen.length === 0 ? text.none : undefined}
            onClick={save}
            variant="primary"
          >
            {text.save}
          </Button>
        </>
      }
      busy={saving.isPending}
      isForm
      onClose={onClose}
      open
      title={text.title}
    >
      <p className="text-ink-soft">{text.lead}</p>
      {saving.error && (
        <Notice live tone="danger">
          {failureText(saving.error)}
        </Notice>
      )}
      <fieldset className="mt-3">
        <legend className="sr-only">{text.title}</legend>
        {columns.map(({ key, header, primary }) => (
          <label className="flex min-h-11 items-center gap-3" key={key}>
            <input
              checked={primary || keys.has(key)}
              className="size-5"
              disabled={primary}
              onChange={() => setKeys(toggled(keys, key))}
              type="checkbox"
            />
            {header}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
};

const defaultColumns = <Row,>(columns: readonly ListColumn<Row>[]): string[] =>
  columns.filter(({ isExtra }) => !isExtra).map(({ key }) => key);
