export interface ChosenFile {
  readonly asked: number | null;
  readonly file: File;
}

let kept: { readonly code: string; readonly files: readonly ChosenFile[] } | null = null;

export const keepChosenFiles = (code: string, files: readonly ChosenFile[]): void => {
  kept = { code, files };
};

/** Once. */
export const takeChosenFiles = (code: string): readonly ChosenFile[] => {
  const files = kept?.code === code ? kept.files : [];
  kept = null;
  return files;
};
