import type { Slice } from 'prosemirror-model';
import { Plugin, Selection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { sliceOfHtml, sliceOfText } from './html.ts';

const PICTURES = /^image\/(?:jpeg|png|webp)$/;

const pictureIn = (data: DataTransfer): File | undefined =>
  [...data.files].find(({ type }) => PICTURES.test(type));

const sliceOf = (view: EditorView, data: DataTransfer): Slice => {
  const html = data.getData('text/html');
  return html === ''
    ? sliceOfText(data.getData('text/plain'))
    : sliceOfHtml(html, view.state.selection.$from);
};

/** Tables take cells in their own way; everything else replaces the selection. */
const insert = (view: EditorView, slice: Slice): void => {
  if (view.someProp('handlePaste', (handle) => handle(view, new ClipboardEvent('paste'), slice))) return;
  view.dispatch(view.state.tr.replaceSelection(slice).scrollIntoView().setMeta('paste', true));
};

const selectAt = (view: EditorView, { clientX, clientY }: DragEvent): void => {
  const at = view.posAtCoords({ left: clientX, top: clientY });
  if (!at) return;
  view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(at.pos))));
};

/**
 * Cleans what is pasted and dropped. The editor's own way would make a Trusted Types policy, which the page's policy
 * refuses. A lone picture goes to `onPicture`.
 */
export const cleanPaste = (onPicture: (file: File) => void): Plugin => {
  const take = (view: EditorView, data: DataTransfer): void => {
    const picture = data.getData('text/html') === '' ? pictureIn(data) : undefined;
    if (picture) onPicture(picture);
    else insert(view, sliceOf(view, data));
  };
  return new Plugin({
    props: {
      handleDOMEvents: {
        paste: (view, event) => {
          event.preventDefault();
          if (event.clipboardData) take(view, event.clipboardData);
          return true;
        },
        drop: (view, event) => {
          // Moved within the editor.
          if (view.dragging || !event.dataTransfer) return false;
          event.preventDefault();
          selectAt(view, event);
          take(view, event.dataTransfer);
          return true;
        },
      },
    },
  });
};
