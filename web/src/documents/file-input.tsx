import { Icon } from '@portal/kit/ui/icon.tsx';
import type { Ref } from 'react';
import { ACCEPTED } from './file-fault.ts';

interface FileInputProps {
  children: string;
  label: string;
  onChoose: (file: File) => void;
  describedBy?: string | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
}

export const FileInput = ({ children, label, onChoose, describedBy, ref }: FileInputProps) => (
  <label className="relative inline-flex min-h-11 cursor-pointer items-center gap-2 rounded-md border border-sea-700 bg-surface px-4 font-semibold text-sea-800 hover:bg-sea-50 has-focus-visible:outline-3 has-focus-visible:outline-sea-500 has-focus-visible:outline-offset-2 print:hidden">
    <Icon name="file" />
    {children}
    <input
      accept={ACCEPTED}
      aria-describedby={describedBy}
      aria-label={label}
      className="sr-only"
      onChange={({ currentTarget }) => {
        const [file] = currentTarget.files ?? [];
        if (file) onChoose(file);
        // Allow the same file to be chosen again.
        currentTarget.value = '';
      }}
      ref={ref}
      type="file"
    />
  </label>
);
