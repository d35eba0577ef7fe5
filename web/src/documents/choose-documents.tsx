import type { AskedDocument } from '@portal/contract/documents';
import { Button } from '@portal/kit/ui/button.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { useId, useRef, useState } from 'react';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { AskedTitle } from './asked-title.tsx';
import type { ChosenFile } from './chosen-files.ts';
import { fileFault } from './file-fault.ts';
import { FileInput } from './file-input.tsx';

interface ChooseDocumentsProps {
  asked: readonly AskedDocument[];
  chosen: readonly ChosenFile[];
  onChange: (chosen: readonly ChosenFile[]) => void;
}

export const ChooseDocuments = ({ asked, chosen, onChange }: ChooseDocumentsProps) => (
  <section className="space-y-3">
    <h2>{text.section}</h2>
    <p>
      {text.rules}
      {text.afterEnrolling}
    </p>
    <ul className="space-y-3">
      {asked.map((document) => {
        const others = chosen.filter((each) => each.asked !== document.id);
        return (
          <Choice
            file={chosen.find((each) => each.asked === document.id)?.file}
            key={document.id}
            onChange={(file) => onChange(file ? [...others, { asked: document.id, file }] : others)}
            shown={document}
          />
        );
      })}
    </ul>
  </section>
);

interface ChoiceProps {
  shown: AskedDocument;
  file: File | undefined;
  onChange: (file: File | null) => void;
}

const Choice = ({ shown, file, onChange }: ChoiceProps) => {
  const [fault, setFault] = useState<string | null>(null);
  const hintId = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = (given: File) => {
    const found = fileFault(given);
    setFault(found);
    onChange(found === null ? given : null);
  };
  return (
    <li className="rounded-md border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <AskedTitle id={hintId} shown={shown} />
        <FileInput
          describedBy={shown.hint === null ? undefined : hintId}
          label={file ? text.replaceFor(shown.name) : text.chooseFor(shown.name)}
          onChoose={choose}
          ref={input}
        >
          {file ? text.replace : text.choose}
        </FileInput>
      </div>
      {file && (
        <p className="mt-1 flex flex-wrap items-center gap-x-3">
          <Icon className="size-5 text-sea-700" name="file" />
          <span className="min-w-0 break-all">{file.name}</span>
          <span className="text-ink-soft text-sm">{text.size(file.size)}</span>
          <Button
            aria-label={text.removeFor(file.name)}
            onClick={() => {
              onChange(null);
              input.current?.focus();
            }}
            variant="quiet"
          >
            {text.remove}
          </Button>
        </p>
      )}
      {fault && (
        <p className="mt-1 flex items-start gap-1 text-danger-700" role="alert">
          <Icon className="mt-0.5 size-5" name="alert-circle" />
          {fault}
        </p>
      )}
    </li>
  );
};
