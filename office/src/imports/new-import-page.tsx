import { type ImportPreview, importKindNames, importKinds, isOfGroup } from '@portal/contract/office/imports';
import { Button } from '@portal/kit/ui/button.tsx';
import { DropZone } from '@portal/kit/ui/drop-zone.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SelectField } from '@portal/kit/ui/select-field.tsx';
import { useQuery } from '@tanstack/react-query';
import { groupQuery } from '../groups/api/get-group.ts';
import { Page } from '../platform/page.tsx';
import { paths } from '../platform/paths.ts';
import { groupsText } from '../text/zh-TW/groups.ts';
import { importsText as text } from '../text/zh-TW/imports.ts';
import { FileRows } from './file-rows.tsx';
import { MappingFields } from './mapping-fields.tsx';
import { TemplateButtons } from './template-buttons.tsx';
import { type NewImport, useNewImport } from './use-new-import.ts';

const allKinds = {
  lead: text.lead,
  title: text.newImport,
  under: [{ label: text.title, to: paths.imports.to() }],
};

/** The head of the page for importing the members of a group. */
const headOf = (id: string, name: string) => ({
  lead: text.membersLead,
  title: text.ofGroup(name),
  under: [
    { label: groupsText.title, to: paths.groups.to() },
    { label: name || text.groupTitle, to: paths.group.to({ id }) },
  ],
});
const kindOptions = importKinds
  .filter((kind) => !isOfGroup(kind))
  .map((value) => ({ value, label: importKindNames[value] }));

export const NewImportPage = () => {
  const importing = useNewImport();
  const { kind, file, preview } = importing;
  const group = useQuery({ ...groupQuery(Number(importing.group)), enabled: importing.group !== null }).data;
  const head = importing.group === null ? allKinds : headOf(importing.group, group?.name ?? '');
  const chooseKind = (value: string) => {
    const chosen = importKinds.find((each) => each === value);
    if (chosen) importing.chooseKind(chosen);
  };
  return (
    <Page {...head}>
      <div className="space-y-6">
        <div className="flex flex-wrap items-end gap-4">
          {importing.group === null && (
            <div className="min-w-48">
              <SelectField
                label={text.kind}
                onChange={({ currentTarget: { value } }) => chooseKind(value)}
                options={kindOptions}
                placeholder={null}
                value={kind}
              />
            </div>
          )}
          <TemplateButtons kind={kind} />
        </div>
        <DropZone
          accept=".csv,.txt,.xlsx,.xls"
          error={importing.readError}
          file={file}
          isReading={importing.isReading}
          onFile={importing.choose}
          text={text.drop}
        />
        {preview && <Preview importing={importing} preview={preview} />}
      </div>
    </Page>
  );
};

const Preview = ({ importing, preview }: { importing: NewImport; preview: ImportPreview }) => {
  const { missing, count, origin } = preview;
  const isReady = missing.length === 0 && count > 0;
  return (
    <div aria-busy={importing.isReading} className="space-y-6">
      <div className="space-y-3" role="status">
        {text.origins[origin] && <Notice>{text.origins[origin]}</Notice>}
        {count > 0 ? <Notice>{text.found(count)}</Notice> : <Notice tone="danger">{text.nothing}</Notice>}
        {missing.length > 0 && <Notice tone="danger">{text.missing(missing)}</Notice>}
      </div>
      <FileRows preview={preview} />
      <MappingFields kind={importing.kind} onChange={importing.reshape} preview={preview} />
      {importing.sendError && (
        <Notice live tone="danger">
          {importing.sendError}
        </Notice>
      )}
      {isReady && (
        <Button
          busy={importing.isSending}
          busyLabel={text.checking}
          onClick={importing.submit}
          variant="primary"
          waits={importing.isReading}
        >
          {text.check}
        </Button>
      )}
    </div>
  );
};
