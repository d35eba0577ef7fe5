import '@portal/kit/ui/rich-text.css';
import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { useCallback, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { linkAround, selectedPicture } from './commands.ts';
import { documentOf, htmlOf } from './html.ts';
import { LinkDialog, type NewLink } from './link-dialog.tsx';
import { AddPictureDialog, EditPictureDialog } from './picture-dialog.tsx';
import { type Handlers, plugins, withLastParagraph } from './plugins.ts';
import './rich-text-editor.css';
import type { RichTextEditorProps } from './rich-text-field.tsx';
import { schema } from './schema.ts';
import { Toolbar } from './toolbar.tsx';

const newState = (html: string, wishes: Handlers): EditorState => {
  const state = EditorState.create({ doc: documentOf(html), plugins: plugins(wishes) });
  return state.apply(withLastParagraph(state.tr).setMeta('addToHistory', false));
};

/** The editor's view, which follows `value` where somebody else changes it. */
const useView = ({ value, onChange, onBlur, attributes }: RichTextEditorProps, wishes: Handlers) => {
  const box = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(null);
  const latest = useRef({ value, onChange, onBlur, wishes });
  const [state, setState] = useState<EditorState>();

  useEffect(() => {
    Object.assign(latest.current, { onChange, onBlur, wishes });
  });

  // The plugins outlive a render; what they call does not.
  const begin = useCallback(
    (html: string) =>
      newState(html, {
        onPicture: (file) => latest.current.wishes.onPicture(file),
        onLink: () => latest.current.wishes.onLink(),
        onToolbar: () => latest.current.wishes.onToolbar(),
      }),
    [],
  );

  useEffect(() => {
    const place = box.current;
    if (!place) return;
    const made = new EditorView(place, {
      state: begin(latest.current.value),
      handleDOMEvents: { blur: () => latest.current.onBlur?.() },
      dispatchTransaction: (tr: Transaction) => {
        const next = made.state.apply(tr);
        made.updateState(next);
        setState(next);
        if (!tr.docChanged) return;
        latest.current.value = htmlOf(next.doc);
        latest.current.onChange(latest.current.value);
      },
    });
    view.current = made;
    setState(made.state);
    return () => made.destroy();
  }, [begin]);

  useEffect(() => {
    view.current?.setProps({ attributes });
  }, [attributes]);

  useEffect(() => {
    if (!view.current || value === latest.current.value) return;
    latest.current.value = value;
    view.current.updateState(begin(value));
    setState(view.current.state);
  }, [begin, value]);

  return { box, view, state };
};

type OpenDialog = { readonly what: 'link' } | { readonly what: 'picture'; readonly file: File | null };

/** ProseMirror with a toolbar and dialogs. Loaded when a field first needs it. */
export const RichTextEditor = (props: RichTextEditorProps) => {
  const toolbar = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState<OpenDialog | null>(null);
  const { box, view, state } = useView(props, {
    onPicture: (file) => setAsked({ what: 'picture', file }),
    onLink: () => setAsked({ what: 'link' }),
    onToolbar: () => toolbar.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
  });
  useImperativeHandle(props.ref, () => ({ focus: () => view.current?.focus() }));
  const run = (command: Command) => {
    view.current?.focus();
    if (view.current) command(view.current.state, view.current.dispatch, view.current);
  };
  return (
    <>
      {state && (
        <Toolbar
          controls={props.id}
          label={props.label}
          onLeave={() => view.current?.focus()}
          onLink={() => setAsked({ what: 'link' })}
          onPicture={() => setAsked({ what: 'picture', file: null })}
          ref={toolbar}
          run={run}
          state={state}
        />
      )}
      <div ref={box} />
      {asked && state && <AskedDialog asked={asked} onClose={() => setAsked(null)} run={run} state={state} />}
    </>
  );
};

interface AskedDialogProps {
  asked: OpenDialog;
  state: EditorState;
  run: (command: Command) => void;
  onClose: () => void;
}

const AskedDialog = ({ asked, state, run, onClose }: AskedDialogProps) => {
  const finish = (command: Command) => {
    onClose();
    // The dialog gives the focus back when it is gone.
    setTimeout(() => run(command));
  };
  if (asked.what === 'link') return <AskedLink onClose={onClose} onFinish={finish} state={state} />;
  return <AskedPicture given={asked.file} onClose={onClose} onFinish={finish} state={state} />;
};

interface AskedProps {
  state: EditorState;
  onFinish: (command: Command) => void;
  onClose: () => void;
}

const withLink =
  ({ href, text }: NewLink): Command =>
  (state, dispatch) => {
    const { from, to } = linkAround(state) ?? state.selection;
    const mark = schema.marks.link.create({ href });
    const tr =
      text === null
        ? state.tr.removeMark(from, to, schema.marks.link).addMark(from, to, mark)
        : state.tr.replaceSelectionWith(schema.text(text, [mark]), false);
    dispatch?.(tr.scrollIntoView());
    return true;
  };

const withoutLink: Command = (state, dispatch) => {
  const { from, to } = linkAround(state) ?? state.selection;
  dispatch?.(state.tr.removeMark(from, to, schema.marks.link));
  return true;
};

const AskedLink = ({ state, onFinish, onClose }: AskedProps) => {
  const around = linkAround(state);
  return (
    <LinkDialog
      current={around?.href ?? null}
      needsText={around === null && state.selection.empty}
      onApply={(link) => onFinish(withLink(link))}
      onClose={onClose}
      onRemove={() => onFinish(withoutLink)}
    />
  );
};

const withDescription =
  (alt: string): Command =>
  (state, dispatch) => {
    dispatch?.(state.tr.setNodeAttribute(state.selection.from, 'alt', alt));
    return true;
  };

const withoutSelection: Command = (state, dispatch) => {
  dispatch?.(state.tr.deleteSelection());
  return true;
};

const AskedPicture = ({ given, state, onFinish, onClose }: AskedProps & { given: File | null }) => {
  const selected = given ? null : selectedPicture(state);
  if (selected) {
    return (
      <EditPictureDialog
        alt={`${selected.attrs.alt}`}
        onClose={onClose}
        onRemove={() => onFinish(withoutSelection)}
        onSave={(alt) => onFinish(withDescription(alt))}
      />
    );
  }
  return (
    <AddPictureDialog
      given={given}
      onAdd={({ src, width, height, alt }) =>
        onFinish((current, dispatch) => {
          const picture = schema.nodes.picture.create({ src, alt, width: `${width}`, height: `${height}` });
          dispatch?.(current.tr.replaceSelectionWith(picture, false).scrollIntoView());
          return true;
        })
      }
      onClose={onClose}
    />
  );
};
