import { type DragEvent, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Notice } from './notice.tsx';

interface DropZoneText {
  readonly file: string;
  readonly drop: string;
  readonly dropHint: string;
  readonly choose: string;
  readonly other: string;
  readonly reading: string;
}

interface DropZoneProps {
  text: DropZoneText;
  /** Extensions, `.csv,.xlsx`. */
  accept: string;
  file: File | null;
  isReading: boolean;
  error: string | null;
  onFile: (file: File) => void;
}

export const DropZone = ({ text, accept, file, isReading, error, onFile }: DropZoneProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const [chosen] = files ?? [];
    if (chosen) onFile(chosen);
    // The same file may be chosen again after it was changed.
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <div className="space-y-3">
      <section
        aria-label={text.file}
        className={`flex flex-col items-center gap-2 rounded-lg border-2 border-dashed px-4 py-8 text-center ${isOver ? 'border-sea-600 bg-sea-50' : 'border-line-strong'}`}
        onDragLeave={() => setOver(false)}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDrop={drop}
      >
        <Icon className="size-9 text-sea-600" name="file" />
        <p className="break-all font-semibold">{file ? file.name : text.drop}</p>
        <p className="text-ink-soft text-sm">{text.dropHint}</p>
        <input
          accept={accept}
          aria-label={text.choose}
          className="sr-only"
          onChange={(event) => take(event.currentTarget.files)}
          ref={input}
          tabIndex={-1}
          type="file"
        />
        <Button busy={isReading} busyLabel={text.reading} onClick={() => input.current?.click()}>
          {file ? text.other : text.choose}
        </Button>
      </section>
      {error && (
        <Notice live tone="danger">
          {error}
        </Notice>
      )}
    </div>
  );
};
