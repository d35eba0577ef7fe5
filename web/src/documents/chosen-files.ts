/** A file for one of the asked documents, or another one. */
export interface ChosenFile {
  readonly asked: number | null;
  readonly file: File;
}

let kept: { readonly code: string; readonly files: readonly ChosenFile[] } | null = null;

/** Keeps what was chosen before enrolling for the page that uploads it. */
export const keepChosenFiles = (code: string, files: readonly ChosenFile[]): void => {
  kept = { code, files };
};

/** The files that were chosen for this class, once. */
export const takeChosenFiles = (code: string): readonly ChosenFile[] => {
  const files = kept?.code === code ? kept.files : [];
  kept = null;
  return files;
};
